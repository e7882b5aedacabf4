/** An address as people say it: without scheme and the slash at its end, letters instead of escapes. */
export function describeSite(address: string): string {
  const bare = address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
  try {
    return decodeURI(bare);
  } catch {
    return bare;
  }
}

/** What tells the pages of one site apart. */
export function describePath(address: string): string {
  const site = describeSite(address);
  return site.includes('/') ? site.slice(site.indexOf('/')) : site;
}
