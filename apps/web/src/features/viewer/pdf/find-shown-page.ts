/** The page at the upper third of what a scrolling element shows. */
export function findShownPage(scroller: HTMLElement | null): number {
  if (!scroller) return 1;
  const line = scroller.scrollTop + scroller.clientHeight / 3;
  let page = 1;
  for (const candidate of scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    if (candidate.offsetTop > line) break;
    page = Number(candidate.dataset.page);
  }
  return page;
}
