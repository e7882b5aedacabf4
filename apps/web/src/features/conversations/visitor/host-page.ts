/** What the page around a widget's frame says to it. Origin and window of each message are checked. */
type FromHost =
  | { lectern: 'opened' }
  | { lectern: 'identify'; token: string }
  | { lectern: 'look'; look: unknown };

export type HostPage = {
  /** The origin of the page around; null where there is none. */
  site: string | null;
  /** Tells that this page listens now. */
  greet: () => void;
  close: () => void;
  /** For listeners of the host page. */
  tell: (name: 'question' | 'answer', detail: object) => void;
  listen: (listener: (message: FromHost) => void) => () => void;
};

/** The innermost page around this one; a browser that does not tell leaves it to the address that the script wrote. */
function findSite(written: string | undefined): string | null {
  if (window.parent === window) return null;
  const told = window.location.ancestorOrigins?.[0];
  if (told !== undefined && told !== 'null') return told;
  try {
    return new URL(written ?? document.referrer).origin;
  } catch {
    return '';
  }
}

export function connectHostPage(written: string | undefined): HostPage {
  const site = findSite(written);
  const send = (message: object) => {
    if (site) window.parent.postMessage(message, site);
  };
  return {
    site,
    greet: () => send({ lectern: 'ready' }),
    close: () => send({ lectern: 'close' }),
    tell: (name, detail) => send({ lectern: 'event', name, detail }),
    listen: (listener) => {
      const onMessage = ({ data, origin, source }: MessageEvent) => {
        if (source !== window.parent || origin !== site) return;
        if (typeof data === 'object' && data !== null && typeof data.lectern === 'string')
          listener(data as FromHost);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}
