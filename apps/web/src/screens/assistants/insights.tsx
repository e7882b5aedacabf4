import type { Assistant, Citation, CuratedSource, InsightAnswer } from '@lectern/contract';
import { Button } from '@mantine/core';
import { IconBooks, IconMessageCheck, IconReportAnalytics } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TestQuestionDialog } from '../../features/answer-runs/test-question-dialog.tsx';
import { AssistantLayout } from '../../features/assistants/assistant-layout.tsx';
import { CuratedAnswerDialog } from '../../features/curated-answers/curated-answer-dialog.tsx';
import { Insights } from '../../features/insights/insights.tsx';
import { KnowledgeEntryDialog } from '../../features/insights/knowledge-entry-dialog.tsx';
import { TextLink } from '../../ui/link.tsx';

const path = '/assistant/insights';
const usualDays = 30;

export function Screen() {
  const { id } = useSearch({ from: path });
  return (
    <AssistantLayout assistantId={id} section="insights">
      {(assistant) => <AssistantInsights key={assistant.id} assistant={assistant} />}
    </AssistantLayout>
  );
}

type Making = { kind: 'curated' | 'entry' | 'test'; answer: InsightAnswer };

/** The insights, and what one click makes of a question. */
function AssistantInsights({ assistant }: { assistant: Assistant }) {
  const { t } = useTranslation('improve');
  const { id, days = usualDays } = useSearch({ from: path });
  const navigate = useNavigate();
  const [making, setMaking] = useState<Making>();
  const close = () => setMaking(undefined);
  const answer = making?.answer;
  return (
    <>
      <Insights
        assistant={assistant}
        days={days}
        onDays={(next) => void navigate({ to: path, search: { id, days: next }, replace: true })}
        renderLink={(conversation) => (
          <TextLink to="/chat" search={{ assistant: assistant.id, conversation }} size="sm">
            {t('insights.openConversation')}
          </TextLink>
        )}
        renderActions={(shown) => (
          <>
            <Button
              leftSection={<IconMessageCheck size={16} aria-hidden />}
              onClick={() => setMaking({ kind: 'curated', answer: shown })}
            >
              {t('improvements.curate')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconBooks size={16} aria-hidden />}
              onClick={() => setMaking({ kind: 'entry', answer: shown })}
            >
              {t('improvements.addToBase')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconReportAnalytics size={16} aria-hidden />}
              onClick={() => setMaking({ kind: 'test', answer: shown })}
            >
              {t('improvements.test')}
            </Button>
          </>
        )}
      />
      <CuratedAnswerDialog
        assistant={assistant}
        target={making?.kind === 'curated' ? { kind: 'new', draft: toDraft(making.answer) } : undefined}
        onClose={close}
      />
      <TestQuestionDialog
        assistant={assistant}
        answer={making?.kind === 'test' ? making.answer : undefined}
        onClose={close}
      />
      <KnowledgeEntryDialog
        knowledgeBaseIds={assistant.knowledgeBaseIds}
        entry={making?.kind === 'entry' && answer ? { question: answer.question, answer: '' } : undefined}
        onClose={close}
      />
    </>
  );
}

/** The answer that was given is where a better one starts, unless it has no source. */
function toDraft({ question, answer, citations, reasons }: InsightAnswer) {
  const isBad = reasons.some((reason) => reason !== 'unsupported');
  const sources = [...new Map(citations.map((citation) => [citation.chunkId, toSource(citation)])).values()];
  const text = answer.replace(/\s*\[\d+\]/g, '');
  return { question, answer: isBad && sources.length === 0 ? '' : text, sources };
}

function toSource({
  chunkId,
  documentId,
  documentName,
  page,
  headingPath,
  chunkText,
}: Citation): CuratedSource {
  return { chunkId, documentId, documentName, page, headingPath, text: chunkText, gone: false };
}
