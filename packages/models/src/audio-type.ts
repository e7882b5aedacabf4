const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** The start of an MPEG frame: sync bits, and no value that the standard leaves out. */
function isMpegFrame(bytes: Uint8Array): boolean {
  const [first, second = 0, third = 0] = bytes;
  const synced = first === 0xff && (second & 0xe0) === 0xe0;
  const version = (second >> 3) & 3;
  return synced && version !== 1 && (second & 6) !== 0 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}

/** The media type of a recording by its first bytes, whatever its name says; undefined where it is none we know. */
export function recogniseAudio(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, '\x1aE\xdf\xa3')) return 'audio/webm';
  if (startsWith(bytes, 'OggS')) return 'audio/ogg';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return 'audio/wav';
  if (startsWith(bytes, 'fLaC')) return 'audio/flac';
  if (startsWith(bytes, 'ftyp', 4)) return 'audio/mp4';
  if (startsWith(bytes, 'ID3') || isMpegFrame(bytes)) return 'audio/mpeg';
  // AAC in frames of its own, without a container.
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'audio/aac';
  return undefined;
}
