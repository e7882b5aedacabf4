import { type AssistantSummary, createAssistant, type Flow, listAssistants } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { getLanguage } from '../../../locales/i18n.ts';

/** The assistant that a published flow answers for; the first time it is needed, it is made. */
export function useFlowAssistant(flow: Flow, suits: (assistant: AssistantSummary) => boolean = () => true) {
  const { t } = useTranslation('flows');
  const mayCreate = usePermission('CreateChat');
  const isPublished = flow.publishedVersion !== null;
  const assistants = useApiQuery(listAssistants, { query: { pageSize: 200 } }, { enabled: isPublished });
  const create = useApiMutation(createAssistant, { invalidates: [listAssistants] });
  const items = assistants.data?.items;
  const existing = items?.find((one) => one.flow?.id === flow.id && suits(one));

  const newAssistant = () => {
    const isTaken = items?.some(({ name }) => name.toLowerCase() === flow.name.toLowerCase());
    const opener = flow.graph.nodes.find(({ component }) => component === 'begin')?.options.opener;
    return {
      name: isTaken ? t('chat.otherName', { name: flow.name }) : flow.name,
      description: flow.description,
      language: getLanguage(),
      opener: typeof opener === 'string' ? opener : '',
      flowId: flow.id,
    };
  };

  return {
    isOffered: isPublished && items !== undefined && (existing !== undefined || mayCreate),
    isPending: create.isPending,
    /** Its id; undefined where it could not be made, which the person has been told. */
    open: async (): Promise<string | undefined> => {
      if (existing) return existing.id;
      return (await create.mutateAsync({ body: newAssistant() }).catch(() => undefined))?.id;
    },
  };
}
