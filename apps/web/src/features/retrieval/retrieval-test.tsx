import {
  type KnowledgeBase,
  listDocuments,
  type RetrievalHit,
  type RetrievalSettings,
  retrieve,
} from '@lectern/contract';
import {
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
import { callApi, isAborted } from '../../api/client.ts';
import { useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { compareRanks } from './compare-ranks.ts';
import { type OpenedPassage, type Outcome, ResultsColumn } from './results-column.tsx';
import classes from './retrieval-test.module.css';
import { SettingsFields } from './settings-fields.tsx';
import { defaultSettings, readSetup, setupKey, type TestSetup } from './test-settings.ts';

type Outcomes = { a: Outcome; b: Outcome | null };

type RetrievalTestProps = {
  knowledgeBase: KnowledgeBase;
  onOpen: (passage: OpenedPassage) => void;
  /** Where a base without chunks sends the person. */
  uploadLink: ReactNode;
  /** What else can be done with a hit of the question that was asked. */
  hitAction?: ((hit: RetrievalHit, question: string) => ReactNode) | undefined;
  /** Settings to begin with, told to be taken over once they are. */
  given?: RetrievalSettings | undefined;
  onGivenTaken?: () => void;
};

/** A question, one or two settings, and what each of them finds. */
export function RetrievalTest({
  knowledgeBase,
  onOpen,
  uploadLink,
  hitAction,
  given,
  onGivenTaken,
}: RetrievalTestProps) {
  const { t } = useTranslation('knowledge');
  const narrow = useMediaQuery('(max-width: 62em)');
  // Below this width the settings stand above the results, and would push them out of sight.
  const stacked = useMediaQuery('(max-width: 80em)');
  const [settingsShown, { toggle: toggleSettings }] = useDisclosure(false);
  const [setup, setSetup] = useLocalStorage<TestSetup>({
    key: setupKey(knowledgeBase.id),
    defaultValue: readSetup(knowledgeBase.id),
    getInitialValueInEffect: false,
  });
  const [question, setQuestion] = useState('');
  const [asked, setAsked] = useState('');
  const [outcomes, setOutcomes] = useState<Outcomes>();
  const [side, setSide] = useState<'a' | 'b'>('a');
  const running = useRef<AbortController>(undefined);
  const { data: documents } = useApiQuery(listDocuments, {
    params: { knowledgeBaseId: knowledgeBase.id },
    query: { sort: 'name', direction: 'asc', pageSize: 200 },
  });

  async function search(settings: RetrievalSettings, signal: AbortSignal): Promise<Outcome | undefined> {
    try {
      const result = await callApi(retrieve, {
        body: {
          question: question.trim(),
          knowledgeBaseIds: [knowledgeBase.id],
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
    const put = (key: 'a' | 'b') => (outcome: Outcome | undefined) => {
      if (outcome) setOutcomes((before) => before && { ...before, [key]: outcome });
    };
    await search(setup.a, abort.signal).then(put('a'));
    // One after the other: side by side they would compete, and their times could not be compared.
    if (setup.b && !abort.signal.aborted) await search(setup.b, abort.signal).then(put('b'));
  }

  useEffect(() => {
    if (!given) return;
    setSetup((before) => ({ ...before, a: given, b: null }));
    onGivenTaken?.();
  }, [given, onGivenTaken, setSetup]);

  const hitsOf = (outcome: Outcome | null | undefined) =>
    outcome?.state === 'done' ? outcome.result.hits : undefined;
  const [hitsA, hitsB] = [hitsOf(outcomes?.a), hitsOf(outcomes?.b)];
  const comparing = outcomes?.b != null;
  const changes =
    hitsA && hitsB ? { a: compareRanks(hitsA, hitsB), b: compareRanks(hitsB, hitsA) } : undefined;
  const shownSide = setup.b ? side : 'a';

  if (knowledgeBase.chunkCount === 0)
    return (
      <EmptyState
        icon={IconTargetArrow}
        title={t('testing.noChunks')}
        text={t('testing.noChunksHint')}
        action={uploadLink}
      />
    );

  function renderResults() {
    if (!outcomes)
      return <EmptyState icon={IconTargetArrow} title={t('testing.ask')} text={t('testing.askHint')} />;
    const column = (key: 'a' | 'b', outcome: Outcome) => (
      <ResultsColumn
        key={key}
        outcome={outcome}
        changes={changes?.[key]}
        heading={comparing ? t(`testing.${key}`) : undefined}
        onRetry={() => void run()}
        onOpen={onOpen}
        hitAction={hitAction && ((hit) => hitAction(hit, asked))}
      />
    );
    if (!outcomes.b) return column('a', outcomes.a);
    if (narrow) return shownSide === 'a' ? column('a', outcomes.a) : column('b', outcomes.b);
    return (
      <div className={classes.compare}>
        {column('a', outcomes.a)}
        {column('b', outcomes.b)}
      </div>
    );
  }

  function renderSettings() {
    return (
      <>
        {(documents?.items.length ?? 0) > 1 && (
          <MultiSelect
            label={t('testing.documents')}
            placeholder={setup.documentIds.length === 0 ? t('testing.allDocuments') : undefined}
            searchable
            clearable
            data={documents?.items.map(({ id, name }) => ({ value: id, label: name }))}
            value={setup.documentIds.filter((id) => documents?.items.some((document) => document.id === id))}
            onChange={(documentIds) => setSetup({ ...setup, documentIds })}
          />
        )}
        <Switch
          label={t('testing.compare')}
          description={t('testing.compareHint')}
          checked={setup.b !== null}
          onChange={(event) => {
            const compare = event.currentTarget.checked;
            setSetup({ ...setup, b: compare ? { ...setup.a } : null });
            setSide(compare ? 'b' : 'a');
            if (!compare) setOutcomes((before) => before && { ...before, b: null });
          }}
        />
        {setup.b && (
          <SegmentedControl
            fullWidth
            aria-label={t('testing.whichSettings')}
            value={shownSide}
            onChange={(value) => setSide(value as 'a' | 'b')}
            data={[
              { value: 'a', label: t('testing.a') },
              { value: 'b', label: t('testing.b') },
            ]}
          />
        )}
        <SettingsFields
          key={shownSide}
          settings={setup[shownSide] ?? setup.a}
          onChange={(settings) => setSetup({ ...setup, [shownSide]: settings })}
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
            onClick={() => setSetup({ ...setup, [shownSide]: defaultSettings })}
          >
            {t('testing.reset')}
          </Button>
        </Group>
      </>
    );
  }

  return (
    <div className={classes.layout} data-comparing={comparing || undefined}>
      <Paper className={classes.panel} p="md" component="section" aria-label={t('testing.settings')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Stack gap="md">
            <Textarea
              label={t('testing.question')}
              placeholder={t('testing.questionPlaceholder')}
              autosize
              minRows={2}
              maxRows={6}
              maxLength={4000}
              value={question}
              onChange={(event) => setQuestion(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void run();
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
                {settingsShown ? t('testing.hideSettings') : t('testing.showSettings')}
              </Button>
            )}
            {(!stacked || settingsShown) && renderSettings()}
          </Stack>
        </form>
      </Paper>
      <div className={classes.results}>{renderResults()}</div>
    </div>
  );
}
