import { type AssistantSummary, getGeneralAssistant } from '@lectern/contract';
import { useAssistants } from '../../../api/assistants.ts';
import { usePermission } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';

/** Whom one may ask: first all knowledge bases at once, for those who may open some, then the assistants. */
export function useAssistantsToAsk() {
  const mayOpenBases = usePermission('Knowledge');
  const assistants = useAssistants();
  const general = useApiQuery(getGeneralAssistant, {}, { enabled: mayOpenBases });
  const isLoading = assistants.isPending || (mayOpenBases && general.isPending);
  const all = general.data && general.data.knowledgeBaseCount > 0 ? [general.data] : [];
  const items: AssistantSummary[] | undefined =
    isLoading || !assistants.data ? undefined : [...all, ...assistants.data.items];
  return { query: assistants, items };
}
