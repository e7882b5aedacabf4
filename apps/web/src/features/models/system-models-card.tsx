import {
  getSystemModels,
  listModels,
  type Model,
  type ModelTypeName,
  type SystemModels,
  updateSystemModels,
} from '@lectern/contract';
import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonText } from '../../ui/skeletons.tsx';
import { useModelName } from '../../ui/use-model-name.ts';

const slots = [
  ['chat', 'chat'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['imageToText', 'image_to_text'],
  ['speechToText', 'speech_to_text'],
] as const satisfies [keyof SystemModels, ModelTypeName][];

/** Which model is taken where nobody chose one. A type without any model has no row. */
export function SystemModelsCard({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation('shell');
  const nameOf = useModelName();
  const chosen = useApiQuery(getSystemModels, {});
  const save = useApiMutation(updateSystemModels, {
    invalidates: [getSystemModels, listModels],
    successMessage: 'shell:models.defaultSaved',
  });
  return (
    <SectionCard title={t('models.defaults')} description={t('models.defaultsText')}>
      <QueryBoundary query={chosen} skeleton={<SkeletonText lines={3} />}>
        {(current) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {slots.map(([slot, type]) => {
              const candidates = models.filter((model) => model.type === type);
              if (candidates.length === 0) return null;
              const fallback = candidates.find((model) => model.builtIn);
              return (
                <Select
                  key={slot}
                  label={t(`models.types.${type}`)}
                  data={candidates.map((model) => ({ value: model.id, label: nameOf(model) }))}
                  value={current[slot] ?? fallback?.id ?? null}
                  placeholder={t('models.none')}
                  clearable={fallback === undefined}
                  allowDeselect={fallback === undefined}
                  disabled={save.isPending}
                  onChange={(value) => save.mutate({ body: { [slot]: value } })}
                />
              );
            })}
          </SimpleGrid>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
