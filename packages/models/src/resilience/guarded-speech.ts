import type { SpeechModel } from '../ports.ts';
import { callGuarded } from './call-guarded.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';

/** Lays limits, breaker and retries around a speech model. */
export function guardSpeechModel(model: SpeechModel, guard: Guard, runtime: ModelRuntime): SpeechModel {
  return {
    id: model.id,
    transcribe: (recording, { language, signal }) =>
      callGuarded(
        guard,
        runtime,
        signal,
        (inner) => model.transcribe(recording, { language, signal: inner }),
        runtime.limits.recording,
      ),
  };
}
