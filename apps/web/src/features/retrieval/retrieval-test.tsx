import { isAborted } from '@lectern/client';
import {
  defaultRetrievalSettings,
  type KnowledgeBase,
  listDocuments,
  type RetrievalHit,
  type RetrievalSettings,
  retrieve,
} from '@lectern/contract';
import {
  Box,
  Button,
  Group,
  MultiSelect,
  Paper,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Textarea,
} from '@mantine/core';
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { IconAdjustments, IconRestore, IconSearch, IconTargetArrow } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../api/client.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { limitsOf } from '../../ui/form/body-schema.ts';
import { type OpenedPassage, type Outcome, ResultsColumn } from './results-column.tsx';
import classes from './retrieval-test.module.css';
import { SettingsFields } from './settings-fields.tsx';
import { compareRanks, readSetup, setupKey, type TestSetup } from './test-settings.ts';

type Side = 'a' | 'b';
type Outcomes = { a: Outcome; b: Outcome | null };

type RetrievalTestProps = {
  knowledgeBase: KnowledgeBase;
  onOpen: (passage: OpenedPassage) => void;
  /** Where a knowledge base without chunks sends the person. */
  uploadLink: ReactNode;
  /** What else can be done with a hit of the question that was asked. */
  hitAction?: ((hit: RetrievalHit, question: string) => ReactNode) | undefined;
  /** Settings to begin with; `onGivenTaken` reports that they were taken over. */
  given?: RetrievalSettings | undefined;
  onGivenTaken?: () => void;
};

/** Asks with one or two settings, the second once the first has answered. */
function useSearch(knowledgeBaseId: string, setup: TestSetup) {
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState('');
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const running = useRef<AbortController>(undefined);

  async function search(settings: RetrievalSettings, signal: AbortSignal): Promise<Outcome | undefined> {
    try {
      const result = await callApi(retrieve, {
        body: {
          question: question.trim(),
          knowledgeBaseIds: [knowledgeBaseId],
          documentIds: setup.documentIds.length > 0 ? setup.documentIds : undefined,
          settings,
        },
        signal,
      });
      return { state: 'done', result };
    } catch (error) {
      return isAborted(error) ? undefined : { state: 'failed', error };
    }
  }

  async function run(): Promise<void> {
    if (question.trim() === '') return;
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setAsked(question.trim());
    setOutcomes({ a: { state: 'running' }, b: setup.b && { state: 'running' } });
    const put = (side: Side) => (outcome: Outcome | undefined) => {
      if (outcome) setOutcomes((before) => before && { ...before, [side]: outcome });
    };
    await search(setup.a, abort.signal).then(put('a'));
    // One after the other: at the same time they would compete, and their durations could not be compared.
    if (setup.b && !abort.signal.aborted) await search(setup.b, abort.signal).then(put('b'));
  }

  return {
    question,
    setQuestion,
    asked,
    outcomes,
    run: () => void run(),
    dropComparison: () => setOutcomes((before) => before && { ...before, b: null }),
  };
}

/** A question, one or two settings, and what each of them finds. */
export function RetrievalTest(props: RetrievalTestProps) {
  const { knowledgeBase, uploadLink, given, onGivenTaken } = props;
  const { t } = useTranslation('knowledge');
  const [setup, setSetup] = useLocalStorage<TestSetup>({
    key: setupKey(knowledgeBase.id),
    defaultValue: readSetup(knowledgeBase),
    getInitialValueInEffect: false,
  });
  const [chosenSide, setSide] = useState<Side>('a');
  const search = useSearch(knowledgeBase.id, setup);
  const side = setup.b ? chosenSide : 'a';

  useEffect(() => {
    if (!given) return;
    setSetup((before) => ({ ...before, a: given, b: null }));
    onGivenTaken?.();
  }, [given, onGivenTaken, setSetup]);

  if (knowledgeBase.chunkCount === 0)
    return (
      <EmptyState
        icon={IconTargetArrow}
        title={t('testing.noChunks')}
        text={t('testing.noChunksHint')}
        action={uploadLink}
      />
    );

  return (
    <div className={classes.layout} data-comparing={search.outcomes?.b != null || undefined}>
      <Paper className={classes.panel} p="md" component="section" aria-label={t('testing.settings')}>
        <QuestionForm search={search}>
          <Settings
            knowledgeBase={knowledgeBase}
            setup={setup}
            onSetup={setSetup}
            side={side}
            onSide={setSide}
            onComparisonEnd={search.dropComparison}
          />
        </QuestionForm>
      </Paper>
      <Box miw={0}>
        <Results {...props} search={search} side={side} />
      </Box>
    </div>
  );
}

type Search = ReturnType<typeof useSearch>;

function QuestionForm({ search, children }: { search: Search; children: ReactNode }) {
  const { t } = useTranslation('knowledge');
  // Below this width the settings are above the results, and would push them out of sight.
  const stacked = useMediaQuery('(max-width: 80em)');
  const [settingsShown, { toggle: toggleSettings }] = useDisclosure(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        search.run();
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('testing.question')}
          placeholder={t('testing.questionPlaceholder')}
          autosize
          minRows={2}
          maxRows={6}
          {...limitsOf(retrieve, 'question')}
          value={search.question}
          onChange={(event) => search.setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            search.run();
          }}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />} fullWidth>
          {t('testing.run')}
        </Button>
        {stacked && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-expanded={settingsShown}
            leftSection={<IconAdjustments size={15} aria-hidden />}
            onClick={toggleSettings}
          >
            {t(settingsShown ? 'testing.hideSettings' : 'testing.showSettings')}
          </Button>
        )}
        {(!stacked || settingsShown) && children}
      </Stack>
    </form>
  );
}

type SettingsProps = {
  knowledgeBase: KnowledgeBase;
  setup: TestSetup;
  onSetup: (setup: TestSetup) => void;
  side: Side;
  onSide: (side: Side) => void;
  onComparisonEnd: () => void;
};

function Settings({ knowledgeBase, setup, onSetup, side, onSide, onComparisonEnd }: SettingsProps) {
  const { t } = useTranslation('knowledge');
  const { data: documents } = useApiQuery(listDocuments, {
    params: { knowledgeBaseId: knowledgeBase.id },
    query: { sort: 'name', direction: 'asc', pageSize: 200 },
  });
  return (
    <>
      {documents && documents.items.length > 1 && (
        <MultiSelect
          label={t('testing.documents')}
          placeholder={setup.documentIds.length === 0 ? t('testing.allDocuments') : undefined}
          searchable
          clearable
          data={documents.items.map(({ id, name }) => ({ value: id, label: name }))}
          value={setup.documentIds.filter((id) => documents.items.some((document) => document.id === id))}
          onChange={(documentIds) => onSetup({ ...setup, documentIds })}
        />
      )}
      <Switch
        label={t('testing.compare')}
        description={t('testing.compareHint')}
        checked={setup.b !== null}
        onChange={(event) => {
          const compare = event.currentTarget.checked;
          onSetup({ ...setup, b: compare ? { ...setup.a } : null });
          onSide(compare ? 'b' : 'a');
          if (!compare) onComparisonEnd();
        }}
      />
      {setup.b && (
        <SegmentedControl
          fullWidth
          aria-label={t('testing.whichSettings')}
          value={side}
          onChange={(value) => onSide(value as Side)}
          data={[
            { value: 'a', label: t('testing.a') },
            { value: 'b', label: t('testing.b') },
          ]}
        />
      )}
      <SettingsFields
        key={side}
        knowledgeBaseId={knowledgeBase.id}
        settings={setup[side] ?? setup.a}
        onChange={(settings) => onSetup({ ...setup, [side]: settings })}
      />
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" flex={1}>
          {t('testing.sameEverywhere')}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconRestore size={14} aria-hidden />}
          onClick={() => onSetup({ ...setup, [side]: defaultRetrievalSettings(knowledgeBase) })}
        >
          {t('testing.reset')}
        </Button>
      </Group>
    </>
  );
}

type ResultsProps = Pick<RetrievalTestProps, 'onOpen' | 'hitAction'> & { search: Search; side: Side };

/** What was found: one column, or two to compare; on a phone the one of the shown settings. */
function Results({ search: { outcomes, asked, run }, side, onOpen, hitAction }: ResultsProps) {
  const { t } = useTranslation('knowledge');
  const narrow = useMediaQuery('(max-width: 62em)');
  if (!outcomes)
    return <EmptyState icon={IconTargetArrow} title={t('testing.ask')} text={t('testing.askHint')} />;
  const hitsOf = (outcome: Outcome | null) => (outcome?.state === 'done' ? outcome.result.hits : undefined);
  const [a, b] = [hitsOf(outcomes.a), hitsOf(outcomes.b)];
  const changes = a && b && { a: compareRanks(a, b), b: compareRanks(b, a) };
  const column = (key: Side, outcome: Outcome) => (
    <ResultsColumn
      key={key}
      outcome={outcome}
      changes={changes?.[key]}
      heading={outcomes.b ? t(`testing.${key}`) : undefined}
      onRetry={run}
      onOpen={onOpen}
      hitAction={hitAction && ((hit) => hitAction(hit, asked))}
    />
  );
  if (!outcomes.b) return column('a', outcomes.a);
  if (narrow) return side === 'a' ? column('a', outcomes.a) : column('b', outcomes.b);
  return (
    <div className={classes.compare}>
      {column('a', outcomes.a)}
      {column('b', outcomes.b)}
    </div>
  );
}
