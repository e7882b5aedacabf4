import {
  type AssistantSummary,
  type Citation,
  comparisonLimits,
  listModels,
  type Model,
} from '@lectern/contract';
import { Box, Button, Group, Modal, MultiSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import classes from './compare.module.css';
import { ComparedAnswer } from './compared-answer.tsx';
import { useComparison } from './use-comparison.ts';

type Props = {
  opened: boolean;
  assistant: AssistantSummary;
  conversationId: string | undefined;
  usesDraft: boolean;
  onClose: () => void;
  /** The conversation that the question was asked in. */
  onAsked: (conversationId: string) => void;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
};

/** Asks several models at once and shows their answers side by side. */
export function CompareDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('share');
  const live = useComparison();
  const { comparison } = live;
  const leave = () => {
    if (comparison) props.onAsked(comparison.conversationId);
    live.close();
    onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={t('compare.title')}
      size={comparison ? 'min(1500px, 97vw)' : 620}
      closeOnClickOutside={!comparison}
    >
      {comparison ? (
        <Stack gap="md">
          <Text fw={600} className="break-anywhere">
            {comparison.question.content}
          </Text>
          <Box className={classes.columns} data-count={comparison.lanes.length}>
            {comparison.lanes.map((lane) => (
              <ComparedAnswer
                key={lane.modelId}
                lane={lane}
                conversationId={comparison.conversationId}
                showQuote={props.assistant.showQuote}
                onOpenCitation={(citation, all) => {
                  leave();
                  props.onOpenCitation(citation, all);
                }}
                onChoose={() => void live.choose(lane).then(leave)}
              />
            ))}
          </Box>
          {comparison.lanes.some(({ turn }) => turn.phase !== 'ended') && (
            <Group justify="flex-end">
              <Button variant="default" onClick={() => void live.stop()}>
                {t('compare.stop')}
              </Button>
            </Group>
          )}
        </Stack>
      ) : (
        <CompareForm {...props} onStart={live.start} onCancel={onClose} />
      )}
    </Modal>
  );
}

type FormProps = Pick<Props, 'assistant' | 'conversationId' | 'usesDraft'> & {
  onStart: ReturnType<typeof useComparison>['start'];
  onCancel: () => void;
};

function CompareForm({ assistant, conversationId, usesDraft, onStart, onCancel }: FormProps) {
  const { t } = useTranslation(['share', 'chat']);
  const models = useApiQuery(listModels, { query: { type: 'chat' } });
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const items = models.data?.items ?? [];
  const nameOf = (model: Model) => (model.builtIn ? t('chat:form.builtInName') : model.name);
  const maySend = question.trim() !== '' && chosen.length >= comparisonLimits.least;
  async function send() {
    setBusy(true);
    setFailure(null);
    const target = { assistantId: assistant.id, conversationId, usesDraft };
    await onStart(question.trim(), chosen, target).catch(setFailure);
    setBusy(false);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (maySend) void send();
      }}
    >
      <Stack>
        <Text c="dimmed">{t('compare.text')}</Text>
        {models.data && items.length < comparisonLimits.least && (
          <Text role="note">{t('compare.needsModels')}</Text>
        )}
        <MultiSelect
          label={t('compare.models')}
          description={t('compare.modelsText')}
          data={items.map((model) => ({ value: model.id, label: nameOf(model) }))}
          value={chosen}
          onChange={setChosen}
          maxValues={comparisonLimits.most}
          hidePickedOptions
          searchable
        />
        <Textarea
          label={t('chat:composer.label')}
          autosize
          minRows={2}
          maxRows={8}
          value={question}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          data-autofocus
        />
        <FormError error={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('chat:common.cancel')}
          </Button>
          <Button type="submit" disabled={!maySend} loading={busy}>
            {t('compare.ask')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
