import type { KnowledgeBase } from '@lectern/contract';
import { Alert, Button, Group, Stack, Switch, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useGraphActions } from './use-graph.ts';

const mostTypes = 32;

/** The types that are looked for, and whether the graph follows every parse: settings of the knowledge base. */
export function GraphSettings({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { t } = useTranslation('graph');
  const { configure } = useGraphActions();
  const { enrichmentOptions } = knowledgeBase;
  const [types, setTypes] = useState(enrichmentOptions.graph.entityTypes);
  const [enabled, setEnabled] = useState(enrichmentOptions.graph.enabled);
  const readOnly = !knowledgeBase.abilities.update;
  const dirty =
    enabled !== enrichmentOptions.graph.enabled ||
    types.join('\n') !== enrichmentOptions.graph.entityTypes.join('\n');
  return (
    <SectionCard title={t('settings.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (types.length > 0)
            configure.mutate({
              params: { knowledgeBaseId: knowledgeBase.id },
              body: { enrichmentOptions: { ...enrichmentOptions, graph: { enabled, entityTypes: types } } },
            });
        }}
      >
        <Stack gap="md">
          <TagsInput
            label={t('settings.types')}
            description={t('settings.typesHint')}
            value={types}
            onChange={(next) =>
              setTypes([...new Set(next.map((type) => type.trim().slice(0, 64)))].filter(Boolean))
            }
            maxTags={mostTypes}
            error={types.length === 0 ? t('settings.typesRequired') : undefined}
            readOnly={readOnly}
          />
          <Switch
            label={t('settings.automatic')}
            description={t('settings.automaticHint')}
            checked={enabled}
            disabled={readOnly}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          {configure.isError && (
            <Alert color="red" role="alert">
              {describeError(configure.error)}
            </Alert>
          )}
          {!readOnly && (
            <Group>
              <Button
                type="submit"
                variant="default"
                disabled={!dirty || types.length === 0}
                loading={configure.isPending}
              >
                {t('settings.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}
