/** Longer addresses are made by traps and trackers, not by people. */
const longestUrl = 2_048;

/** Parameters that say where a reader came from, and nothing about the page. */
const trackers =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|gclsrc|fbclid|msclkid|yclid|twclid|ttclid|li_fat_id|igshid|igsh|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|oly_anon_id|oly_enc_id|vero_id|wickedid|phpsessid|jsessionid)$/i;

/** Of `host/`, `host/index.html` and `host/index.php` all say the same page. */
const indexPage = /\/(index|default)\.(html?|php|aspx?|jsp)$/i;

/**
 * The address in the one form in which it is fetched and shown: absolute, `http` or `https`, without fragment,
 * default port, trackers and credentials. Undefined for what leads to no page.
 */
export function normaliseUrl(address: string, base?: string): string | undefined {
  let url: URL;
  try {
    url = new URL(address.trim(), base);
  } catch {
    return undefined;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  url.pathname = foldEscapes(url.pathname.replace(/;jsessionid=[^/]*/i, ''));
  url.search = dropTrackers(url.search);
  return url.href.length <= longestUrl ? url.href : undefined;
}

/** What a person typed as a link: the scheme may be missing. Undefined when it is none. */
export function readLink(text: string): string | undefined {
  const link = text.trim();
  if (link === '' || /\s/.test(link)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(link)) return normaliseUrl(link);
  // "mailto:a@b.c" is a link to something else; "example.org:8080" is a host with its port.
  if (/^[a-z][a-z0-9+-]*:(?!\d)/i.test(link)) return undefined;
  const url = normaliseUrl(`https://${link}`);
  return url !== undefined && new URL(url).hostname.includes('.') ? url : undefined;
}

/** Equal for addresses that show the same page on nearly every site: scheme, `www.`, final slash and index page aside. */
export function urlKey(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(indexPage, '/').replace(/\/+$/, '');
  return `${siteOf(url)}${path}${url.search}`;
}

/** Host and port of a site; `www.example.org` and `example.org` are one. */
export function siteOf(url: URL): string {
  return url.host.replace(/^www\./, '');
}

/** The file extension of the path, lower-case, without the dot; empty where there is none. */
export function extensionOf(address: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(new URL(address).pathname)?.[1]?.toLowerCase() ?? '';
}

/** `%7e` and `~` are the same character; what stays escaped has capital digits. */
function foldEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : code.toUpperCase();
  });
}

/** The rest keeps its order and its writing: both may matter to the site. */
function dropTrackers(search: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !trackers.test(pair.split('=')[0] ?? ''));
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}
