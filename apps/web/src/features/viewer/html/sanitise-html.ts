/**
 * The server sends safe HTML; this is the second lock on the same door. It works on an inert document
 * (nothing in it loads or runs) and keeps only what is listed.
 */
const elements = new Set(
  `a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure
  h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q rp rt ruby s samp section article header footer main aside small span
  strong sub summary sup table tbody td tfoot th thead tr u ul var wbr`.split(/\s+/),
);

/** Elements whose content is not text for a reader: dropped whole. Others unknown are unwrapped. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'embed',
  'noscript',
  'svg',
  'math',
]);

const attributes = new Set([
  'colspan',
  'rowspan',
  'scope',
  'start',
  'value',
  'lang',
  'dir',
  'alt',
  'width',
  'height',
  'class',
  'data-block-id',
  'data-type',
  'data-level',
  'data-page',
  'data-marker',
  'data-page-start',
  'data-label',
  'data-time',
  'data-time-end',
  'data-row',
]);

const safeLink = /^(https?:|mailto:|#)/i;
const safePicture = /^data:image\/(png|jpeg|gif|webp);base64,/i;

function clean(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const keep =
      attributes.has(name) ||
      (name === 'href' && element.localName === 'a' && safeLink.test(value.trim())) ||
      (name === 'src' && element.localName === 'img' && safePicture.test(value.trim()));
    if (!keep) element.removeAttribute(name);
  }
  if (element.localName === 'a' && element.hasAttribute('href')) {
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer nofollow');
  }
}

export function sanitiseHtml(html: string): DocumentFragment {
  const inert = new DOMParser().parseFromString(html, 'text/html');
  for (const element of [...inert.body.querySelectorAll('*')]) {
    const name = element.localName;
    if (dropped.has(name) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') element.remove();
    else if (elements.has(name)) clean(element);
    else element.replaceWith(...element.childNodes);
  }
  const fragment = window.document.createDocumentFragment();
  fragment.append(...inert.body.childNodes);
  return fragment;
}
