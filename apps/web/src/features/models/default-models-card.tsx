import type { Model, ModelTypeName, SystemModels } from '@lectern/contract';
import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import type { ModelOwner } from './model-owner.ts';

const slots = [
  ['chat', 'chat'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['imageToText', 'image_to_text'],
  ['speechToText', 'speech_to_text'],
  ['textToSpeech', 'text_to_speech'],
] as const satisfies [keyof SystemModels, ModelTypeName][];

const inherit = 'inherit';
const owners = ['company', 'platform', 'built_in'] as const satisfies Model['owner'][];

type Props = {
  owner: ModelOwner;
  /** What may be chosen. */
  models: readonly Model[];
  /** What holds where this owner chooses nothing; without it, the built-in model does. */
  inherited?: SystemModels;
};

/** Which model is taken where nobody chose one. A type without any model has no row. */
export function DefaultModelsCard({ owner, models, inherited }: Props) {
  const { t } = useTranslation('models');
  const chosen = useApiQuery(owner.getDefaults, {});
  return (
    <SectionCard
      title={t('defaults')}
      description={t(owner.name === 'company' ? 'companyDefaultsText' : 'defaultsText')}
    >
      <QueryBoundary query={chosen} skeleton={<SkeletonText lines={3} />}>
        {(current) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {slots.map(([slot, type]) => {
              const candidates = models.filter((model) => model.type === type);
              if (candidates.length === 0) return null;
              return (
                <DefaultModel
                  key={slot}
                  owner={owner}
                  slot={slot}
                  type={type}
                  candidates={candidates}
                  current={current[slot]}
                  inherited={inherited?.[slot]}
                />
              );
            })}
          </SimpleGrid>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}

type DefaultModelProps = {
  owner: ModelOwner;
  slot: keyof SystemModels;
  type: ModelTypeName;
  candidates: readonly Model[];
  current: string | null;
  /** Undefined: this owner inherits from nobody. */
  inherited: string | null | undefined;
};

function DefaultModel({ owner, slot, type, candidates, current, inherited }: DefaultModelProps) {
  const { t } = useTranslation('models');
  const nameOf = useModelName();
  const save = useApiMutation(owner.updateDefaults, {
    invalidates: owner.defaults,
    successMessage: 'models:defaultSaved',
  });
  const fallback = candidates.find((model) => model.builtIn);
  const inherits = inherited !== undefined;
  const parent = candidates.find((model) => model.id === inherited) ?? fallback;
  const groups = owners
    .map((group) => ({
      group: t(`owners.${group}`),
      items: candidates
        .filter((model) => model.owner === group)
        .map((model) => ({ value: model.id, label: nameOf(model) })),
    }))
    .filter(({ items }) => items.length > 0);
  const asPlatform = {
    value: inherit,
    label: t('asPlatform', { name: parent ? nameOf(parent) : t('none') }),
  };
  return (
    <Select
      label={t(`types.${type}`)}
      data={inherits ? [asPlatform, ...groups] : groups}
      value={current ?? (inherits ? inherit : (fallback?.id ?? null))}
      placeholder={t('none')}
      clearable={!inherits && fallback === undefined}
      allowDeselect={false}
      disabled={save.isPending}
      onChange={(value) => save.mutate({ body: { [slot]: value === inherit ? null : value } })}
    />
  );
}
