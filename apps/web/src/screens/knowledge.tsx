import { useNavigate, useSearch } from '@tanstack/react-router';
import { KnowledgeBaseList } from '../features/knowledge-bases/knowledge-base-list.tsx';

export function Screen() {
  const { search, page = 1 } = useSearch({ from: '/knowledge' });
  const navigate = useNavigate();
  return (
    <KnowledgeBaseList
      search={search}
      page={page}
      onView={(view) =>
        void navigate({ to: '/knowledge', search: (before) => ({ ...before, ...view }), replace: true })
      }
      onOpen={(id) => void navigate({ to: '/knowledge/dataset', search: { id } })}
      onConfigure={(id) => void navigate({ to: '/knowledge/configuration', search: { id } })}
    />
  );
}
