/** Has the browser save bytes that came with a credential, which a plain link could not send. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = window.document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the bytes by the next turns of the loop.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
