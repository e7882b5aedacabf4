import type { GuideSource, StudyGuide } from '@lectern/contract';
import { Badge, Box, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconBook2, IconRefresh, IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { CopyGuideButton } from './copy-guide-button.tsx';
import classes from './study-guide-view.module.css';

type StudyGuideViewProps = {
  title: string;
  guide: StudyGuide;
  onOpen: (source: GuideSource) => void;
  /** Has the model write it; undefined for people who may not. */
  onWrite: (() => void) | undefined;
  isWriting: boolean;
};

/** A study guide whose every entry opens the passage that it rests on. */
export function StudyGuideView({ title, guide, onOpen, onWrite, isWriting }: StudyGuideViewProps) {
  const { t } = useTranslation('guide');
  const { summary, keyPoints, questions, glossary, timeline } = guide;
  const isEmpty = [summary, keyPoints, questions, glossary, timeline].every((part) => part.length === 0);
  return (
    <Stack gap="md" maw={880}>
      <Origin guide={guide} title={title} onWrite={onWrite} isWriting={isWriting} />
      {isEmpty && <EmptyState icon={IconBook2} title={t('empty')} text={t('emptyHint')} />}
      {summary.length > 0 && (
        <SectionCard title={t('summary')}>
          <p className={classes.prose}>
            {summary.map(({ text, sources }) => (
              <span key={text}>
                {text}
                <Sources sources={sources} onOpen={onOpen} />{' '}
              </span>
            ))}
          </p>
        </SectionCard>
      )}
      {keyPoints.length > 0 && (
        <SectionCard title={t('keyPoints')}>
          <ul className={classes.points}>
            {keyPoints.map(({ text, sources }) => (
              <li key={text}>
                {text}
                <Sources sources={sources} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
      {questions.length > 0 && (
        <SectionCard title={t('questions')}>
          <Stack gap={0}>
            {questions.map(({ question, answer, sources }) => (
              <details key={question} className={classes.question}>
                <summary>{question}</summary>
                <Box component="p" m={0} pb={12}>
                  {answer}
                  <Sources sources={sources} onOpen={onOpen} />
                </Box>
              </details>
            ))}
          </Stack>
        </SectionCard>
      )}
      {glossary.length > 0 && (
        <SectionCard title={t('glossary')}>
          <dl className={classes.pairs}>
            {glossary.map(({ term, definition, sources }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>
                  {definition}
                  <Sources sources={sources} onOpen={onOpen} />
                </dd>
              </div>
            ))}
          </dl>
        </SectionCard>
      )}
      {timeline.length > 0 && <Timeline timeline={timeline} onOpen={onOpen} />}
    </Stack>
  );
}

function Timeline({ timeline, onOpen }: Pick<StudyGuide, 'timeline'> & Pick<StudyGuideViewProps, 'onOpen'>) {
  const { t, i18n } = useTranslation('guide');
  return (
    <SectionCard title={t('timeline')}>
      <dl className={classes.pairs}>
        {timeline.map(({ date, text, sources }) => (
          <div key={`${date} ${text}`}>
            <dt>
              <time dateTime={date}>{formatPartialDate(date, i18n.language)}</time>
            </dt>
            <dd>
              {text}
              <Sources sources={sources} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}

/** “2020-05” as a person writes it: as exact as it is and no more. */
function formatPartialDate(date: string, locale: string): string {
  const [year = 0, month, day] = date.split('-').map(Number);
  if (month === undefined) return String(year);
  const format = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    ...(day === undefined ? {} : { day: 'numeric' as const }),
    timeZone: 'UTC',
  });
  return format.format(Date.UTC(year, month - 1, day ?? 1));
}

function Sources({ sources, onOpen }: { sources: GuideSource[] } & Pick<StudyGuideViewProps, 'onOpen'>) {
  const { t } = useTranslation('guide');
  return sources.map((source, at) => {
    const place =
      source.page === null
        ? source.documentName
        : `${source.documentName}, ${t('page', { page: source.page })}`;
    return (
      <Tooltip key={source.chunkId} label={place} withinPortal>
        <button
          type="button"
          className={classes.source}
          aria-label={t('open', { place })}
          onClick={() => onOpen(source)}
        >
          {source.page === null ? at + 1 : t('pageShort', { page: source.page })}
        </button>
      </Tooltip>
    );
  });
}

function Origin({ title, guide, onWrite, isWriting }: Omit<StudyGuideViewProps, 'onOpen'>) {
  const { t } = useTranslation('guide');
  const format = useFormat();
  const { writtenBy, modelName, writtenAt, isCurrent, canWrite } = guide;
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" flex="1 1 280px">
        <Text size="sm" c="dimmed">
          {writtenBy === 'model'
            ? t('byModel', { model: modelName, date: format.dateTime(writtenAt ?? '') })
            : t(canWrite ? 'byWords' : 'byWordsOnly')}
        </Text>
        {!isCurrent && (
          <Badge color="yellow" size="sm">
            {t('outdated')}
          </Badge>
        )}
      </Group>
      <Group gap="xs">
        <CopyGuideButton title={title} guide={guide} />
        {onWrite && canWrite && (
          <Button
            size="xs"
            variant={writtenBy === 'model' ? 'default' : 'filled'}
            leftSection={
              writtenBy === 'model' ? (
                <IconRefresh size={14} aria-hidden />
              ) : (
                <IconSparkles size={14} aria-hidden />
              )
            }
            loading={isWriting}
            onClick={onWrite}
          >
            {t(writtenBy === 'model' ? 'rewrite' : 'write')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
