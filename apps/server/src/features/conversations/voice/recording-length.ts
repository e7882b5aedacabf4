/**
 * How long a recording is, by what its container says, in seconds; undefined where it does not say. Read from a few
 * fields: it spares a provider what is plainly too long, and what lies about its length is bounded by its bytes.
 */
export function estimateSeconds(bytes: Buffer, mediaType: string): number | undefined {
  const seconds = readers[mediaType]?.(bytes);
  return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

const readers: Record<string, (bytes: Buffer) => number | undefined> = {
  'audio/wav': readWav,
  'audio/ogg': readOgg,
  'audio/webm': readWebm,
  'audio/mp4': readMp4,
  'audio/mpeg': readMp3,
};

/** The place behind a mark where so many bytes still follow. */
function findAfter(bytes: Buffer, mark: string, room: number, from: 'first' | 'last'): number | undefined {
  const at =
    from === 'first' ? bytes.indexOf(mark, 0, 'latin1') : bytes.lastIndexOf(mark, undefined, 'latin1');
  const end = at + mark.length;
  return at === -1 || end + room > bytes.length ? undefined : end;
}

function readWav(bytes: Buffer): number | undefined {
  const format = findAfter(bytes.subarray(0, 4_096), 'fmt ', 20, 'first');
  return format === undefined ? undefined : bytes.length / bytes.readUInt32LE(format + 12);
}

/** The last page tells how many samples there are. Opus counts 48,000 a second whatever was recorded. */
function readOgg(bytes: Buffer): number | undefined {
  const last = findAfter(bytes, 'OggS', 10, 'last');
  if (last === undefined) return undefined;
  const vorbis = findAfter(bytes.subarray(0, 4_096), '\x01vorbis', 9, 'first');
  const rate = vorbis === undefined ? 48_000 : bytes.readUInt32LE(vorbis + 5);
  return Number(bytes.readBigInt64LE(last + 2)) / rate;
}

/** The time of the last cluster, in milliseconds as every recorder has it. */
function readWebm(bytes: Buffer): number | undefined {
  const cluster = findAfter(bytes, '\x1fC\xb6u', 24, 'last');
  if (cluster === undefined) return undefined;
  // After the cluster's own length.
  const time = cluster + Math.clz32(bytes[cluster] as number) - 23;
  const length = (bytes[time + 1] as number) & 0x7f;
  if (bytes[time] !== 0xe7 || length === 0 || length > 6) return undefined;
  return bytes.readUIntBE(time + 2, length) / 1_000;
}

/** What the header of the sound says, or the time of the last piece where it was written while recording. */
function readMp4(bytes: Buffer): number | undefined {
  const header = findAfter(bytes, 'mdhd', 24, 'first');
  if (header === undefined) return undefined;
  const wide = bytes[header] === 1;
  const scale = bytes.readUInt32BE(header + (wide ? 20 : 12));
  const whole = wide ? 0 : bytes.readUInt32BE(header + 16);
  const piece = findAfter(bytes, 'tfdt', 12, 'last');
  const begin =
    piece === undefined
      ? 0
      : bytes[piece] === 1
        ? Number(bytes.readBigUInt64BE(piece + 4))
        : bytes.readUInt32BE(piece + 4);
  return Math.max(whole === 0xffffffff ? 0 : whole, begin) / scale;
}

const mp3Kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mp3LowKilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** By the rate of its first frame. */
function readMp3(bytes: Buffer): number | undefined {
  let at = 0;
  if (bytes.toString('latin1', 0, 3) === 'ID3' && bytes.length > 10)
    at = 10 + [6, 7, 8, 9].reduce((size, place) => size * 128 + ((bytes[place] as number) & 0x7f), 0);
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const isFirstVersion = ((bytes[at + 1] as number) & 0x18) === 0x18;
  const kilobits = (isFirstVersion ? mp3Kilobits : mp3LowKilobits)[(bytes[at + 2] as number) >> 4];
  return kilobits ? ((bytes.length - at) * 8) / (kilobits * 1_000) : undefined;
}
