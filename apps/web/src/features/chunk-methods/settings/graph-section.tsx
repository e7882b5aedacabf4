import { type EnrichmentOptions, enrichmentOptions } from '@lectern/contract';
import { Stack, Switch, TagsInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limitsIn } from '../../../ui/form/body-schema.ts';
import { ModelHint } from './model-hint.tsx';
import { useModelHint, type WorkingModels } from './use-working-models.ts';

type Graph = EnrichmentOptions['graph'];

type GraphSectionProps = {
  graph: Graph;
  onChange: (graph: Graph) => void;
  /** The chunk method draws it without being asked. */
  drawnAnyway: boolean;
  models: WorkingModels | undefined;
  readOnly: boolean;
};

/** Whether entities and relations are drawn out of the documents, and of which types. */
export function GraphSection({ graph, onChange, drawnAnyway, models, readOnly }: GraphSectionProps) {
  const { t } = useTranslation('knowledge');
  const modelHint = useModelHint();
  const drawn = graph.enabled || drawnAnyway;
  return (
    <Stack gap="md">
      <div>
        <Switch
          label={t('graph.enabled')}
          description={t('graph.enabledHint')}
          checked={drawn}
          disabled={readOnly || drawnAnyway}
          onChange={(event) => onChange({ ...graph, enabled: event.currentTarget.checked })}
        />
        {drawnAnyway && (
          <Text size="xs" c="dimmed" mt={6}>
            {t('graph.drawn')}
          </Text>
        )}
        {drawn && <ModelHint text={modelHint(models?.chat, 'builtIn')} />}
      </div>
      {drawn && (
        <TagsInput
          label={t('graph.entityTypes')}
          description={t('graph.entityTypesHint')}
          withAsterisk
          {...limitsIn(enrichmentOptions, 'graph.entityTypes')}
          splitChars={[',', ';', '，', '；']}
          readOnly={readOnly}
          value={graph.entityTypes}
          onChange={(entityTypes) =>
            onChange({
              ...graph,
              entityTypes: entityTypes.map((type) => type.trim().slice(0, 64)).filter(Boolean),
            })
          }
          error={graph.entityTypes.length === 0 ? t('graph.entityTypesRequired') : undefined}
        />
      )}
    </Stack>
  );
}
