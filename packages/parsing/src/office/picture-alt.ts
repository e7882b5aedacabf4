/** Programs write where a picture came from into its description: a path, an address, a bare file name. */
const PLACE =
  /^(?:(?:file:|https?:)\S*|(?:[a-z]:[\\/]|\\\\|~?\/|\.{1,2}\/).*|[^\s\\/]+)\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf|ico)$/iu;

/** What a picture shows, as its author wrote it; empty where only its place is told. */
export function readPictureAlt(description: string | undefined): string {
  const alt = (description ?? '').trim();
  return PLACE.test(alt) || /^(?:[a-z]:\\|https?:)\S*$/i.test(alt) ? '' : alt;
}
