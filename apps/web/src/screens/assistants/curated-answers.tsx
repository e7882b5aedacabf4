import { useNavigate, useSearch } from '@tanstack/react-router';
import { AssistantLayout } from '../../features/assistants/assistant-layout.tsx';
import { CuratedAnswers } from '../../features/curated-answers/curated-answers.tsx';

const path = '/assistant/curated-answers';

export function Screen() {
  const { id, search, page } = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <AssistantLayout assistantId={id} section="curated">
      {(assistant) => (
        <CuratedAnswers
          assistant={assistant}
          view={{ search, page }}
          onView={(view) => void navigate({ to: path, search: { id, ...view }, replace: true })}
        />
      )}
    </AssistantLayout>
  );
}
