import {
  type AssistantSummary,
  type Citation,
  comparisonLimits,
  listModels,
  type Model,
} from '@lectern/contract';
import { Box, Button, Group, Modal, MultiSelect, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import classes from './compare.module.css';
import { ComparedAnswer } from './compared-answer.tsx';
import { readComparison, writeComparison } from './comparison-address.ts';
import { useComparison } from './use-comparison.ts';

type Props = {
  opened: boolean;
  assistant: AssistantSummary;
  conversationId: string | undefined;
  usesDraft: boolean;
  onClose: () => void;
  /** The comparison that the address of the page holds. */
  address: string | undefined;
  onAddress: (address: string | undefined) => void;
  /** The conversation that the question was asked in. */
  onAsked: (conversationId: string) => void;
  onOpenCitation: (citation: Citation, all: Citation[]) => void;
};

/** Asks several models at once and shows their answers side by side. */
export function CompareDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation(['share', 'chat']);
  const live = useComparison();
  const { comparison, restore } = live;
  const { address, onAddress } = props;
  const models = useApiQuery(listModels, { query: { type: 'chat' } }, { enabled: opened });
  const nameOf = (id: string) => {
    const model = models.data?.items.find((one) => one.id === id);
    return model?.builtIn ? t('chat:form.builtInName') : (model?.name ?? id);
  };

  // The page was loaded again while answers were compared.
  const left = useRef<string>(undefined);
  const isLost = address !== undefined && address !== left.current && comparison === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone says what to show.
  useEffect(() => {
    if (!isLost) return;
    const found = readComparison(address);
    if (!found) return onAddress(undefined);
    restore(found).catch(() => onAddress(undefined));
  }, [isLost, address, restore]);

  const leave = () => {
    left.current = address;
    if (comparison) props.onAsked(comparison.conversationId);
    else if (address !== undefined) onAddress(undefined);
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
                modelName={nameOf(lane.modelId)}
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
        !isLost && (
          <CompareForm
            {...props}
            models={models.data?.items}
            onStart={async (...asked) => onAddress(writeComparison(await live.start(...asked)))}
            onCancel={onClose}
          />
        )
      )}
    </Modal>
  );
}

type FormProps = Pick<Props, 'assistant' | 'conversationId' | 'usesDraft'> & {
  models: Model[] | undefined;
  onStart: (...asked: Parameters<ReturnType<typeof useComparison>['start']>) => Promise<void>;
  onCancel: () => void;
};

function CompareForm({ assistant, conversationId, usesDraft, models, onStart, onCancel }: FormProps) {
  const { t } = useTranslation(['share', 'chat']);
  const [question, setQuestion] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const items = models ?? [];
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
        {models && items.length < comparisonLimits.least && (
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
