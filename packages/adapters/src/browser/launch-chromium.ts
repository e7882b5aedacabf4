import type { Browser } from 'playwright-core';
import { memoryOf } from './memory-of.ts';

/** A browser that runs, and how to be rid of it. */
export type RunningBrowser = {
  browser: Browser;
  alive: () => boolean;
  /** Why it was killed, if it was. */
  failure: () => string | undefined;
  kill: () => Promise<void>;
};

/** What the browser needs of the environment: never a secret. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TEMP',
  'TMP',
  'LANG',
  'LC_ALL',
  'SystemRoot',
  'XDG_RUNTIME_DIR',
];

const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--dns-prefetch-disable',
  '--no-pings',
  '--no-first-run',
  '--mute-audio',
  // Names are for the proxy to resolve; the browser itself finds nothing but the proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-features=DnsOverHttps,AsyncDns,WebTransport,WebBluetooth,WebUSB,Translate,MediaRouter,OptimizationHints',
  '--disable-blink-features=WebTransport',
  '--renderer-process-limit=2',
  '--js-flags=--max-old-space-size=512',
];

const lookEveryMs = 500;

/** Starts Chromium behind the proxy, and kills it when it takes more memory than it may. */
export async function launchChromium(options: {
  program: string;
  proxyUrl: string;
  memoryMegabytes: number;
}): Promise<RunningBrowser> {
  const { chromium } = await import('playwright-core');
  const environment = inheritedVariables.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const server = await chromium.launchServer({
    executablePath: options.program,
    headless: true,
    // The system refuses the sandbox to its administrator.
    chromiumSandbox: process.getuid?.() !== 0,
    args: switches,
    // Without credentials: what belongs to no page reaches nothing.
    proxy: { server: options.proxyUrl },
    env: Object.fromEntries(environment),
    host: '127.0.0.1',
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  let failure: string | undefined;
  let alive = true;
  const kill = () => {
    alive = false;
    return server.kill().catch(() => {});
  };
  const pid = server.process().pid;
  const look = setInterval(async () => {
    if (pid === undefined || (await memoryOf(pid)) <= options.memoryMegabytes * 1024 * 1024) return;
    failure = `the browser took more than ${options.memoryMegabytes} MB`;
    await kill();
  }, lookEveryMs);
  look.unref();
  server.on('close', () => {
    alive = false;
    clearInterval(look);
  });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    return { browser, alive: () => alive, failure: () => failure, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}
