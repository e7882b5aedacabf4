import { type Appearance, readLabels } from './appearance.ts';
import { drawButton } from './draw-button.ts';
import { isFromFrame, type ToFrame } from './frame-messages.ts';
import { buildStyles } from './styles.ts';

type Listener = (detail: unknown) => void;

/** What the host page may do: `window.Lectern`, there as soon as the event `lectern:ready` was sent. */
export type LecternWidget = {
  open: () => void;
  close: () => void;
  /** Says who visits, with a token that the site's server signed. */
  identify: (token: string) => void;
  /** `open`, `close`, `question` and `answer`; returns what ends the listening. */
  on: (event: string, listener: Listener) => () => void;
};

declare global {
  interface Window {
    Lectern?: LecternWidget;
  }
}

function applyStyles(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.append(style);
  }
}

/** Puts the button on the page and opens the chat in a frame of its own. */
function createWidget(home: string, id: string, appearance: Appearance, language: string): LecternWidget {
  const labels = readLabels(language);
  const listeners = new Map<string, Set<Listener>>();
  const host = document.createElement('div');
  host.id = 'lectern-widget';
  const root = host.attachShadow({ mode: 'open' });
  applyStyles(root, buildStyles(appearance));
  const button = drawButton(appearance.button_text, appearance.image);
  button.setAttribute('aria-label', [appearance.button_text, labels.open].filter(Boolean).join(' – '));
  const dialog = document.createElement('div');
  dialog.className = 'window';
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-label', appearance.title);
  dialog.hidden = true;
  root.append(button, dialog);

  let frame: HTMLIFrameElement | undefined;
  let isReady = false;
  let identity: string | undefined;
  let overflow = '';

  const emit = (event: string, detail?: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(detail);
  };
  const send = (message: ToFrame) => frame?.contentWindow?.postMessage(message, home);

  function greet(): void {
    if (!isReady) return;
    if (identity !== undefined) send({ lectern: 'identify', token: identity });
    if (!dialog.hidden) send({ lectern: 'opened' });
  }

  function loadFrame(): void {
    if (frame) return;
    frame = document.createElement('iframe');
    frame.title = appearance.title;
    frame.allow = 'clipboard-write';
    const address = new URLSearchParams({ shared_id: id, site: location.origin });
    if (identity !== undefined) address.set('identified', '1');
    if (language !== '') address.set('lng', language);
    frame.src = `${home}/chat/iframe?${address}`;
    dialog.append(frame);
  }

  function open(): void {
    if (!dialog.hidden) return;
    loadFrame();
    dialog.hidden = false;
    button.setAttribute('aria-expanded', 'true');
    // On a phone the chat covers the page, which must not scroll behind it.
    overflow = document.documentElement.style.overflow;
    if (matchMedia('(max-width: 480px)').matches) document.documentElement.style.overflow = 'hidden';
    greet();
    emit('open');
  }

  function close(): void {
    if (dialog.hidden) return;
    dialog.hidden = true;
    button.setAttribute('aria-expanded', 'false');
    document.documentElement.style.overflow = overflow;
    button.focus({ preventScroll: true });
    emit('close');
  }

  button.addEventListener('click', () => (dialog.hidden ? open() : close()));
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Escape') close();
  });
  window.addEventListener('message', ({ data, origin, source }) => {
    if (!frame || origin !== home || source !== frame.contentWindow || !isFromFrame(data)) return;
    if (data.lectern === 'ready') {
      isReady = true;
      greet();
    } else if (data.lectern === 'close') close();
    else if (data.lectern === 'event') emit(data.name, data.detail);
  });
  document.body.append(host);

  return {
    open,
    close,
    identify: (token) => {
      identity = token;
      greet();
    },
    on: (event, listener) => {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}

async function start(script: HTMLScriptElement): Promise<void> {
  const home = new URL(script.src).origin;
  const id = script.dataset.id ?? '';
  const response = await fetch(`${home}/api/v1/visitor/widgets/${encodeURIComponent(id)}`, {
    credentials: 'omit',
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body?.error?.message ?? String(response.status));
  const appearance = body as Appearance;
  const language = script.dataset.language ?? appearance.language ?? '';
  if (document.body === null)
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  window.Lectern = createWidget(home, id, appearance, language || navigator.language);
  window.dispatchEvent(new Event('lectern:ready'));
}

const script = document.currentScript ?? document.querySelector('script[data-id][src*="/widget.js"]');
// Twice on one page is a mistake of the page: the first one counts.
if (script instanceof HTMLScriptElement && !window.Lectern && !document.getElementById('lectern-widget'))
  // biome-ignore lint/suspicious/noConsole: whoever puts the script on a page looks there for what is wrong.
  start(script).catch((error: unknown) => console.warn(`Lectern: the chat is not shown. ${String(error)}`));
