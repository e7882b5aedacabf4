import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FlowEditor } from '../../features/flows/editor/flow-editor.tsx';
import { usePageTitle } from '../../ui/layout/use-page-title.ts';

const route = getRouteApi('/flow/$flowId');

export function Screen() {
  const { flowId } = route.useParams();
  const { run } = route.useSearch();
  const { t } = useTranslation('flows');
  usePageTitle(t('editor.title'));
  return <FlowEditor flowId={flowId} runId={run} />;
}
