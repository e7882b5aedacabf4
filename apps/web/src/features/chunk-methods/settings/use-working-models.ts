import { getDefaultModels, listModels, type Model } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { useModelName } from '../../../ui/display/use-model-name.ts';

/** Names of what would do the work of a parse; null: nothing that can is set up. Undefined while it loads. */
export type WorkingModels = {
  chat: string | null;
  vision: string | null;
  speech: string | null;
  /** Chat models that can write, to choose from. */
  writers: Model[];
  /** The one that writes where none is chosen. */
  defaultWriter: string | null;
};

const staleTime = 60_000;

/** Which models would do it, by the choices that the server makes. `chatModelId`: null for the default. */
export function useWorkingModels(chatModelId: string | null): WorkingModels | undefined {
  const nameOf = useModelName();
  const { data: list } = useApiQuery(listModels, { query: {} }, { staleTime });
  const { data: defaults } = useApiQuery(getDefaultModels, {}, { staleTime });
  if (!list || !defaults) return undefined;
  const pick = (models: readonly Model[], ...wanted: (string | null)[]): string | null => {
    const chosen =
      wanted.map((id) => models.find((model) => model.id === id)).find((model) => model) ?? models[0];
    return chosen ? nameOf(chosen) : null;
  };
  const real = list.items.filter(({ builtIn }) => !builtIn);
  const writers = real.filter(({ type }) => type === 'chat');
  const wantedWriter = writers.find(({ id }) => id === (chatModelId ?? defaults.chat));
  const defaultWriter = writers.find(({ id }) => id === defaults.chat);
  const seers = real.filter(({ type, vision }) => type === 'image_to_text' || (type === 'chat' && vision));
  seers.sort((a, b) => Number(b.type === 'image_to_text') - Number(a.type === 'image_to_text'));
  return {
    chat: wantedWriter ? nameOf(wantedWriter) : null,
    vision: pick(seers, defaults.imageToText, defaults.chat),
    speech: pick(
      real.filter(({ type }) => type === 'speech_to_text'),
      defaults.speechToText,
    ),
    writers,
    defaultWriter: defaultWriter ? nameOf(defaultWriter) : null,
  };
}

/** A sentence on who does a work: a model, what comes with the product, or nobody yet. */
export function useModelHint() {
  const { t } = useTranslation('knowledge');
  return (
    model: string | null | undefined,
    otherwise: 'builtIn' | 'missingChat' | 'missingVision' | 'missingVisionPages' | 'missingSpeech',
  ): string => {
    if (model === undefined) return '';
    return model === null ? t(`modelHint.${otherwise}`) : t('modelHint.model', { model });
  };
}
