/** Speech needs no more; five minutes of it are two megabytes. */
const bitsPerSecond = 48_000;
/** In the order in which speech models understand them best. */
const formats = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];

/** A microphone that records. */
export type Recorder = {
  /** 0–1, how loud it is now. */
  level: () => number;
  /** Ends the recording and gives it. */
  finish: () => Promise<File>;
  /** Lets go of the microphone, whatever was recorded. */
  discard: () => void;
};

export type RecorderFault = 'unsupported' | 'denied' | 'missing' | 'busy';

/** Why there is no recording: what the browser threw, or does not have. */
export function faultOf(error: unknown): RecorderFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'TypeError' || name === 'NotSupportedError' ? 'unsupported' : 'busy';
}

/** Asks the person for the microphone; throws what the browser throws. */
export async function startRecorder(): Promise<Recorder> {
  // Pages without encryption have no devices at all.
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    const mimeType = formats.find((format) => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: bitsPerSecond,
      ...(mimeType === undefined ? {} : { mimeType }),
    });
    const pieces: Blob[] = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.start(1_000);
    const meter = startMeter(stream);
    const end = () => {
      release();
      meter.close();
    };
    return {
      level: meter.level,
      finish: () =>
        new Promise((resolve, reject) => {
          recorder.onerror = () => reject(new Error('recording failed'));
          recorder.onstop = () => {
            end();
            const type = recorder.mimeType.split(';', 1)[0] || 'audio/webm';
            resolve(new File(pieces, `question.${type.split('/')[1]}`, { type }));
          };
          // An unplugged microphone has stopped it already.
          if (recorder.state === 'inactive') recorder.onstop(new Event('stop'));
          else recorder.stop();
        }),
      discard: () => {
        recorder.ondataavailable = null;
        if (recorder.state !== 'inactive') recorder.stop();
        end();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

function startMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1_024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Loudness is heard by its logarithm: −60 dB is silence, −10 dB a raised voice.
      return Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-9) + 60) / 50));
    },
    close: () => void context.close().catch(() => undefined),
  };
}
