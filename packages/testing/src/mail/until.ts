const longestWaitMs = 30_000;

/** What `look` finds, once it finds something. */
export async function until<T>(what: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + longestWaitMs; Date.now() < end; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`There was no ${what.replace(/^an? /, '')}`);
}
