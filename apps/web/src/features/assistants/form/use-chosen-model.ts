import { getDefaultModels, listModels } from '@lectern/contract';
import { useApiQuery } from '../../../api/queries.ts';

/** The chat models to choose from, and the one that will answer: the chosen one, or the default. */
export function useChosenModel(chatModelId: string | null) {
  const models = useApiQuery(listModels, { query: { type: 'chat' } });
  const defaults = useApiQuery(getDefaultModels, {});
  const items = models.data?.items ?? [];
  const byDefault =
    items.find((model) => model.id === defaults.data?.chat) ?? items.find((model) => model.builtIn);
  const chosen = chatModelId === null ? byDefault : items.find((model) => model.id === chatModelId);
  return { models, items, byDefault, chosen };
}
