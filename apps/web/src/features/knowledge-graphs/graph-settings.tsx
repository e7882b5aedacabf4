import {
  estimateKnowledgeGraph,
  getKnowledgeBase,
  getKnowledgeGraph,
  type KnowledgeBase,
  updateKnowledgeBase,
} from '@lectern/contract';
import { Button, Stack, Switch, TagsInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** The types that are looked for, and whether the graph follows every parse: settings of the knowledge base. */
export function GraphSettings({ knowledgeBase }: { knowledgeBase: KnowledgeBase }) {
  const { t } = useTranslation('graph');
  const { enrichmentOptions } = knowledgeBase;
  const readOnly = !knowledgeBase.abilities.update;
  const form = useApiForm(updateKnowledgeBase, {
    initialValues: { enrichmentOptions },
    params: { knowledgeBaseId: knowledgeBase.id },
    messages: { 'enrichmentOptions.graph.entityTypes': t('settings.typesRequired') },
    invalidates: [getKnowledgeBase, getKnowledgeGraph, estimateKnowledgeGraph],
    successMessage: 'graph:settings.saved',
    onSuccess: () => {
      form.resetDirty();
    },
  });
  const types = 'enrichmentOptions.graph.entityTypes';
  return (
    <SectionCard title={t('settings.title')}>
      <form onSubmit={form.submit}>
        <Stack gap="md" align="flex-start">
          <TagsInput
            w="100%"
            label={t('settings.types')}
            description={t('settings.typesHint')}
            readOnly={readOnly}
            {...form.field(types)}
            onChange={(next) =>
              form.setFieldValue(types, [
                ...new Set(next.map((type) => type.trim().slice(0, 64)).filter(Boolean)),
              ])
            }
          />
          <Switch
            label={t('settings.automatic')}
            description={t('settings.automaticHint')}
            disabled={readOnly}
            {...form.field('enrichmentOptions.graph.enabled', { type: 'checkbox' })}
          />
          <FormError error={form.error} />
          {!readOnly && (
            <Button type="submit" variant="default" disabled={!form.isDirty()} loading={form.isSending}>
              {t('settings.save')}
            </Button>
          )}
        </Stack>
      </form>
    </SectionCard>
  );
}
