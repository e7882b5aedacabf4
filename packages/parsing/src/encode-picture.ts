/** No side is longer afterwards, in pixels. */
const longestSide = 1_600;
/** A picture that claims more is not opened. */
const mostPixels = 50_000_000;

/**
 * A picture from a document as JPEG, turned upright, on white, no side longer than 1,600 pixels: harmless to show and
 * small enough to send to a model. Undefined for what is no picture, or too large to open.
 */
export async function encodePicture(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .flatten({ background: '#ffffff' })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
