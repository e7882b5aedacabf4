import {
  type ChatModel,
  ModelError,
  type ModelErrorKind,
  type RerankModel,
  type SpeechModel,
  type StandIn,
  type TokenUsage,
  type VisionModel,
  type VoiceModel,
} from '../ports.ts';

/** A model that answers where another one cannot. It is opened when it is first needed. */
export type SecondModel<M> = {
  id: string;
  name: string;
  /** The name of the model that it stands in for. */
  firstName: string;
  open: () => M;
  /** Called when it begins to answer. */
  onStandIn?: (standIn: StandIn) => void;
};

/** What is wrong with the request: another model would be asked in vain, or must not be asked. */
const faultsOfRequest = new Set<ModelErrorKind>([
  'context_too_long',
  'bad_request',
  'content_filtered',
  'aborted',
]);

function standInFor<M>(error: unknown, { id, name, firstName }: SecondModel<M>): StandIn | undefined {
  if (!(error instanceof ModelError) || faultsOfRequest.has(error.kind)) return undefined;
  return { id, name, insteadOf: { name: firstName, reason: error.kind } };
}

/** One call whose answer comes whole. Where neither model answers, the failure of the first is thrown. */
async function askEither<M, T>(
  first: M,
  second: SecondModel<M>,
  call: (model: M) => Promise<T>,
): Promise<{ answer: T; standIn?: StandIn }> {
  try {
    return { answer: await call(first) };
  } catch (error) {
    const standIn = standInFor(error, second);
    if (!standIn) throw error;
    try {
      const answer = await call(second.open());
      second.onStandIn?.(standIn);
      return { answer, standIn };
    } catch (failure) {
      throw isAborted(failure) ? failure : error;
    }
  }
}

/** The caller has gone: that is no failure of the first. */
const isAborted = (error: unknown) => error instanceof ModelError && error.kind === 'aborted';

const withStandIn = <T extends { usage: TokenUsage }>({
  answer,
  standIn,
}: {
  answer: T;
  standIn?: StandIn;
}): T => (standIn ? { ...answer, usage: { ...answer.usage, standIn } } : answer);

/** Asks the second once the first has failed, but never after a part of an answer was passed on. */
function chat(first: ChatModel, second: SecondModel<ChatModel>): ChatModel {
  return {
    id: first.id,
    contextTokens: first.contextTokens,
    async *stream(request) {
      let failure: unknown;
      let standIn: StandIn | undefined;
      let started = false;
      try {
        for await (const event of first.stream(request)) {
          started = true;
          yield event;
        }
        return;
      } catch (error) {
        standIn = started ? undefined : standInFor(error, second);
        if (!standIn) throw error;
        failure = error;
      }
      try {
        for await (const event of second.open().stream(request)) {
          if (!started) {
            started = true;
            second.onStandIn?.(standIn);
            yield { type: 'stand-in', standIn };
          }
          yield event.type === 'finish' ? { ...event, usage: { ...event.usage, standIn } } : event;
        }
      } catch (error) {
        throw started || isAborted(error) ? error : failure;
      }
    },
  };
}

function rerank(first: RerankModel, second: SecondModel<RerankModel>): RerankModel {
  return {
    id: first.id,
    rerank: async (...request) =>
      withStandIn(await askEither(first, second, (model) => model.rerank(...request))),
  };
}

function vision(first: VisionModel, second: SecondModel<VisionModel>): VisionModel {
  return {
    id: first.id,
    read: async (...request) =>
      withStandIn(await askEither(first, second, (model) => model.read(...request))),
  };
}

function speech(first: SpeechModel, second: SecondModel<SpeechModel>): SpeechModel {
  return {
    id: first.id,
    transcribe: async (...request) =>
      withStandIn(await askEither(first, second, (model) => model.transcribe(...request))),
  };
}

function voice(first: VoiceModel, second: SecondModel<VoiceModel>): VoiceModel {
  return {
    id: first.id,
    speak: async (...request) => {
      const { answer, standIn } = await askEither(first, second, (model) => model.speak(...request));
      return standIn ? { ...answer, standIn } : answer;
    },
  };
}

/** A model with a second one behind it, by type. Vectors of two embedding models do not match, so these have none. */
export const secondModels = { chat, rerank, vision, speech, voice };
