import { type Clock, ModelError, type SpeechModel } from '../../ports.ts';
import { sleep } from '../../resilience/clock.ts';
import { estimateTokens } from '../../resilience/token-estimate.ts';
import type { ModelSpecification } from '../define-provider.ts';
import type { TencentClient } from './client.ts';

type Recording = Parameters<SpeechModel['transcribe']>[0];
type Task = {
  TaskId?: number;
  Status?: number;
  ErrorMsg?: string;
  Result?: string;
  AudioDuration?: number;
};

export type SpeechCalls = { recognise: TencentClient; begin: TencentClient; follow: TencentClient };

const formats: Record<string, string> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg-opus',
};
/** What the service takes with a call: of a sentence in base64, of a long recording as it is. */
const mostBytes = { sentence: (3 * 1024 * 1024 * 3) / 4, recording: 5 * 1024 * 1024 };
const pollMs = 1_500;
const done = 2;
const failed = 3;
/** Sound as models count it: the service bills by time. */
const tokensOfSecond = 10;

/** Tencent Cloud's speech recognition. The name of a model is that of an engine, such as `16k_zh`. */
export function createSpeechModel(
  { recognise, begin, follow }: SpeechCalls,
  model: ModelSpecification,
  clock: Clock,
): SpeechModel {
  /** At most a minute. */
  async function readSentence({ bytes, mediaType }: Recording, signal?: AbortSignal) {
    const format = formats[mediaType.split(';')[0] ?? ''];
    if (format === undefined) throw new ModelError('bad_request', { detail: `no sound of ${mediaType}` });
    const body = { EngSerViceType: model.name, SourceType: 1, VoiceFormat: format, ...present(bytes) };
    const { Result, AudioDuration } = await recognise.call(body, signal);
    if (typeof Result !== 'string') throw new ModelError('bad_response', { detail: 'no text in the answer' });
    const seconds = Number(AudioDuration ?? 0) / 1000;
    const text = Result.trim();
    return { seconds, segments: text === '' ? [] : [{ start: 0, end: seconds, text }] };
  }

  async function readRecording({ bytes }: Recording, signal?: AbortSignal) {
    // 0: sentences with their times, which every engine gives.
    const body = {
      EngineModelType: model.name,
      ChannelNum: 1,
      ResTextFormat: 0,
      SourceType: 1,
      ...present(bytes),
    };
    const { TaskId } = ((await begin.call(body, signal)).Data ?? {}) as Task;
    if (TaskId === undefined) throw new ModelError('bad_response', { detail: 'no task in the answer' });
    for (;;) {
      const task = ((await follow.call({ TaskId }, signal)).Data ?? {}) as Task;
      if (task.Status === failed)
        throw new ModelError('bad_request', { detail: task.ErrorMsg ?? 'no reason is given' });
      if (task.Status === done)
        return { seconds: task.AudioDuration ?? 0, segments: readLines(task.Result ?? '') };
      await sleep(clock, pollMs, signal);
    }
  }

  return {
    id: model.name,
    transcribe: async (recording, { short, signal }) => {
      const most = short ? mostBytes.sentence : mostBytes.recording;
      if (recording.bytes.length > most)
        throw new ModelError('bad_request', { detail: `more than ${Math.floor(most / 1024 / 1024)} MB` });
      const read = short ? readSentence : readRecording;
      const { seconds, segments } = await read(recording, signal);
      return {
        segments: segments.filter(({ text }) => text !== ''),
        usage: {
          promptTokens: Math.ceil(seconds * tokensOfSecond),
          completionTokens: segments.reduce((sum, { text }) => sum + estimateTokens(text), 0),
          estimated: true,
        },
      };
    },
  };
}

function present(bytes: Uint8Array) {
  return { Data: Buffer.from(bytes).toString('base64'), DataLen: bytes.length };
}

const timedLine = /^\[(\d+):([\d.]+),(\d+):([\d.]+)[^\]]*\]\s*(.*)$/;

/** Lines such as `[0:1.640,0:4.600]  Good morning.`, in minutes and seconds. */
function readLines(text: string) {
  return text.split('\n').flatMap((line) => {
    const [, minutes, seconds, endMinutes, endSeconds, sentence = ''] = timedLine.exec(line.trim()) ?? [];
    if (minutes === undefined) return [];
    const start = Number(minutes) * 60 + Number(seconds);
    const end = Number(endMinutes) * 60 + Number(endSeconds);
    return [{ start, end: Math.max(start, end), text: sentence.trim() }];
  });
}
