import { type Exchange, sendError } from './exchange.ts';

const sampleRate = 8_000;

/** A quiet tone of so many seconds, as a WAV file that every browser plays. */
export function buildTone(seconds: number): Buffer {
  const samples = Math.round(seconds * sampleRate);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples, 40);
  const tone = Uint8Array.from({ length: samples }, (_, at) => 128 + 4 * Math.sin(at / 3));
  return Buffer.concat([header, tone]);
}

/** Reads the text "aloud": a tone of a hundredth of a second for each character, unless the script gives the bytes. */
export function answerSpeech({ body, response, fault, voice }: Exchange): void {
  if (typeof body.input !== 'string' || typeof body.voice !== 'string') {
    sendError(response, 400, 'input and voice are required');
    return;
  }
  const bytes = voice.bytes ?? buildTone(body.input.length * (voice.secondsPerCharacter ?? 0.01));
  response.writeHead(200, { 'content-type': 'audio/wav' });
  if (fault?.kind === 'half_closed') response.write(bytes.subarray(0, 60), () => response.destroy());
  else if (fault?.kind === 'stall') response.write(bytes.subarray(0, 60));
  else response.end(fault?.kind === 'malformed_json' ? '<html>not a sound</html>' : bytes);
}
