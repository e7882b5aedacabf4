import type { Picture } from '../ports.ts';

/** A red square of 64 × 64: some models refuse pictures smaller than their patches of 28. */
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEXdIiJQ+Zx9AAAAG0lEQVR42u3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAG9PLePAAAAAElFTkSuQmCC';

/** The least that a model which sees can be shown. */
export function samplePicture(): Picture {
  return { bytes: new Uint8Array(Buffer.from(redSquare, 'base64')), mediaType: 'image/png' };
}

const sampleRate = 16_000;

/** A second of a quiet tone, as a WAV file of 16 bits and one channel. */
export function sampleRecording(): { bytes: Uint8Array; name: string; mediaType: string } {
  const header = Buffer.alloc(44);
  const size = sampleRate * 2;
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + size, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(size, 40);
  const tone = Int16Array.from(
    { length: sampleRate },
    (_, at) => 2_000 * Math.sin((at / sampleRate) * 2_765),
  );
  return {
    bytes: new Uint8Array(Buffer.concat([header, Buffer.from(tone.buffer)])),
    name: 'tone.wav',
    mediaType: 'audio/wav',
  };
}
