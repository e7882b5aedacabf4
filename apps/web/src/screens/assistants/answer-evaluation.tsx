import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnswerEvaluation } from '../../features/answer-runs/answer-evaluation.tsx';
import { AssistantLayout } from '../../features/assistants/assistant-layout.tsx';
import { LinkButton, TextLink } from '../../ui/link.tsx';

const path = '/assistant/evaluation';

export function Screen() {
  const { t } = useTranslation('improve');
  const { id, run } = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <AssistantLayout assistantId={id} section="evaluation">
      {(assistant) => (
        <AnswerEvaluation
          key={assistant.id}
          assistant={assistant}
          runId={run}
          onRun={(next) => void navigate({ to: path, search: { id, run: next }, replace: true })}
          renderSetLink={(set) => (
            <TextLink to="/knowledge/evaluation" search={{ id: set.knowledgeBaseId, set: set.id }} size="sm">
              {t('evaluation.questions')}
            </TextLink>
          )}
          renderNewSet={(knowledgeBaseId) => (
            <LinkButton to="/knowledge/evaluation" search={{ id: knowledgeBaseId }}>
              {t('evaluation.newSet')}
            </LinkButton>
          )}
        />
      )}
    </AssistantLayout>
  );
}
