import type { SpeechModel, VoiceModel } from '../ports.ts';
import { callGuarded } from './call-guarded.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';

/** Lays limits, breaker and retries around a speech model. */
export function guardSpeechModel(model: SpeechModel, guard: Guard, runtime: ModelRuntime): SpeechModel {
  const { recording, whole } = runtime.limits;
  return {
    id: model.id,
    transcribe: (sound, { signal, ...options }) =>
      callGuarded(
        guard,
        runtime,
        signal,
        (inner) => model.transcribe(sound, { ...options, signal: inner }),
        options.short ? whole : recording,
      ),
  };
}

/** Lays limits, breaker and retries around a text-to-speech model. */
export function guardVoiceModel(model: VoiceModel, guard: Guard, runtime: ModelRuntime): VoiceModel {
  return {
    id: model.id,
    speak: (text, { signal }) =>
      callGuarded(guard, runtime, signal, (inner) => model.speak(text, { signal: inner })),
  };
}
