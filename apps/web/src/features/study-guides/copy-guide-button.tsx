import type { StudyGuide } from '@lectern/contract';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** The guide as Markdown, its sources by document and page. */
export function CopyGuideButton({ title, guide }: { title: string; guide: StudyGuide }) {
  const { t } = useTranslation(['guide', 'shell']);
  const clipboard = useClipboard({ timeout: 1_500 });
  const cite = (sources: StudyGuide['summary'][number]['sources']) =>
    sources
      .map(({ documentName, page }) =>
        page === null ? documentName : `${documentName}, ${t('page', { page })}`,
      )
      .map((place) => ` (${place})`)
      .join('');
  const parts: [string, string[]][] = [
    [t('summary'), guide.summary.map(({ text, sources }) => text + cite(sources))],
    [t('keyPoints'), guide.keyPoints.map(({ text, sources }) => `- ${text}${cite(sources)}`)],
    [
      t('questions'),
      guide.questions.map(({ question, answer, sources }) => `**${question}**\n${answer}${cite(sources)}\n`),
    ],
    [
      t('glossary'),
      guide.glossary.map(({ term, definition, sources }) => `- **${term}**: ${definition}${cite(sources)}`),
    ],
    [t('timeline'), guide.timeline.map(({ date, text, sources }) => `- ${date}: ${text}${cite(sources)}`)],
  ];
  const markdown = parts
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `## ${heading}\n\n${lines.join('\n')}`);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={
        clipboard.copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
      }
      onClick={() => clipboard.copy([`# ${title}`, ...markdown].join('\n\n'))}
    >
      {clipboard.copied ? t('shell:copied') : t('copy')}
    </Button>
  );
}
