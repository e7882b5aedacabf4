import koffi from 'koffi';

/**
 * Gives memory that native code has freed back to the system. The allocator of glibc does so by itself only at the end
 * of its areas: after an ingest of 5,000 texts it kept 97 MB, of which 17 were in use. Nothing where there is no glibc.
 */
export function openTrim(): () => void {
  try {
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t)');
    return () => void trim(0);
  } catch {
    return () => {};
  }
}
