import {
  createFlow,
  type FlowComponentDescription,
  type FlowTemplate,
  listFlowComponents,
  listFlows,
  listFlowTemplates,
} from '@lectern/contract';
import { Box, Flex, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { RemoteField, type RemoteWidget } from '../fields/remote-field.tsx';
import { FlowSketch } from './flow-sketch.tsx';
import classes from './new-flow-dialog.module.css';

/** Creates a flow from nothing, or from a template with what it works with. */
export function NewFlowDialog({
  opened,
  onOpen,
  onClose,
}: {
  opened: boolean;
  onOpen: (id: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('flows');
  return (
    <Modal opened={opened} onClose={onClose} title={t('list.createTitle')} size={860}>
      <NewFlowForm onOpen={onOpen} onClose={onClose} />
    </Modal>
  );
}

const empty = 'empty';

function NewFlowForm({ onOpen, onClose }: { onOpen: (id: string) => void; onClose: () => void }) {
  const { t } = useTranslation(['automation', 'flows', 'shell']);
  const templates = useApiQuery(listFlowTemplates, {}, { staleTime: Number.POSITIVE_INFINITY });
  const components = useApiQuery(listFlowComponents, {}, { staleTime: Number.POSITIVE_INFINITY });
  const form = useApiForm(createFlow, {
    initialValues: {
      name: '',
      templateId: empty,
      knowledgeBaseIds: [] as string[],
      modelId: null as string | null,
      assistantId: null as string | null,
    },
    toBody: ({ name, templateId, knowledgeBaseIds, modelId, assistantId }) => ({
      name: name.trim(),
      ...(templateId === empty ? {} : { templateId }),
      given: {
        ...(knowledgeBaseIds.length > 0 ? { knowledgeBaseIds } : {}),
        ...(modelId === null ? {} : { modelId }),
        ...(assistantId === null ? {} : { assistantId }),
      },
    }),
    invalidates: [listFlows],
    onSuccess: ({ id }) => {
      onOpen(id);
      onClose();
    },
  });
  const { templateId } = form.values;
  const items = templates.data?.items ?? [];
  const chosen = items.find(({ id }) => id === templateId);
  const choose = (next: string) => {
    const named = items.find(({ id }) => id === next)?.name ?? '';
    // A name of one's own stays.
    if (form.values.name === '' || form.values.name === chosen?.name) form.setFieldValue('name', named);
    form.setFieldValue('templateId', next);
  };
  return (
    <ApiForm form={form} submitLabel={t('flows:list.create')} onCancel={onClose}>
      <TextInput label={t('shell:fields.name')} withAsterisk data-autofocus {...form.field('name')} />
      <Flex gap="lg" direction={{ base: 'column', sm: 'row' }}>
        <Box className={classes.choices} tabIndex={-1}>
          <QueryBoundary query={templates} skeleton={<SkeletonText lines={6} />}>
            {() => (
              <ChoiceCards
                label={t('templates.beginWith')}
                value={templateId}
                onChange={choose}
                choices={[
                  { value: empty, name: t('templates.emptyFlow'), text: t('templates.emptyText') },
                  ...items.map(({ id, name, description }) => ({ value: id, name, text: description })),
                ]}
              />
            )}
          </QueryBoundary>
        </Box>
        {chosen && (
          <Stack className={classes.preview} gap="sm">
            <Preview template={chosen} components={components.data?.items ?? []} />
            <Needs
              template={chosen}
              values={form.values}
              onChange={(name, value) => form.setFieldValue(name, value as never)}
            />
          </Stack>
        )}
      </Flex>
    </ApiForm>
  );
}

function Preview({
  template: { graph },
  components,
}: {
  template: FlowTemplate;
  components: FlowComponentDescription[];
}) {
  const { t } = useTranslation('automation');
  const byId = new Map(components.map((component) => [component.id, component]));
  return (
    <>
      <FlowSketch graph={graph} components={byId} />
      <div>
        <Text size="sm" fw={550} mb={2}>
          {t('templates.steps')}
        </Text>
        <Text size="sm" c="dimmed">
          {graph.nodes.map(({ name }) => name).join(' · ')}
        </Text>
      </div>
    </>
  );
}

const given = {
  knowledge_bases: { name: 'knowledgeBaseIds', label: 'templates.bases' },
  chat_model: { name: 'modelId', label: 'templates.model' },
  assistant: { name: 'assistantId', label: 'templates.assistant' },
} as const;

function Needs({
  template: { needs },
  values,
  onChange,
}: {
  template: FlowTemplate;
  values: { knowledgeBaseIds: string[]; modelId: string | null; assistantId: string | null };
  onChange: (name: 'knowledgeBaseIds' | 'modelId' | 'assistantId', value: unknown) => void;
}) {
  const { t } = useTranslation('automation');
  if (needs.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={550}>
        {t('templates.needs')}
      </Text>
      {needs.map(({ widget, required }) => {
        if (!(widget in given))
          return (
            <Text key={widget} size="sm" c="dimmed">
              {t('templates.credential')}
            </Text>
          );
        const { name, label } = given[widget as keyof typeof given];
        return (
          <RemoteField
            key={widget}
            widget={widget as RemoteWidget}
            field={{
              name,
              label: t(label),
              description: t(required ? 'templates.later' : 'templates.modelHint'),
              widget,
              advanced: false,
              required: false,
            }}
            value={values[name]}
            error={undefined}
            onChange={(value) => onChange(name, value)}
          />
        );
      })}
    </Stack>
  );
}
