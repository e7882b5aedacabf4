import { useNavigate, useSearch } from '@tanstack/react-router';
import { FlowList } from '../../features/flows/list/flow-list.tsx';

export function Screen() {
  const { search, page = 1 } = useSearch({ from: '/flow' });
  const navigate = useNavigate();
  return (
    <FlowList
      search={search}
      page={page}
      onView={(view) =>
        void navigate({ to: '/flow', search: (before) => ({ ...before, ...view }), replace: true })
      }
      onOpen={(flowId) => void navigate({ to: '/flow/$flowId', params: { flowId } })}
    />
  );
}
