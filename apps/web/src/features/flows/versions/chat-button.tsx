import { createAssistant, type Flow, listAssistants } from '@lectern/contract';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { getLanguage } from '../../../locales/i18n.ts';

/** Opens the chat that a published flow answers; the first time, its assistant is made. */
export function ChatButton({ flow }: { flow: Flow }) {
  const { t } = useTranslation('flows');
  const navigate = useNavigate();
  const mayCreate = usePermission('CreateChat');
  const isPublished = flow.publishedVersion !== null;
  const assistants = useApiQuery(listAssistants, { query: { pageSize: 200 } }, { enabled: isPublished });
  const create = useApiMutation(createAssistant, { invalidates: [listAssistants] });
  const items = assistants.data?.items;
  const existing = items?.find((one) => one.flow?.id === flow.id);
  if (!isPublished || !items || !(existing || mayCreate)) return null;

  const chooseName = () => {
    const isTaken = items.some(({ name }) => name.toLowerCase() === flow.name.toLowerCase());
    return isTaken ? t('chat.otherName', { name: flow.name }) : flow.name;
  };
  const openChat = async () => {
    const { id } = existing ?? (await create.mutateAsync({ body: newAssistant() }));
    await navigate({ to: '/chat', search: { assistant: id } });
  };
  const newAssistant = () => {
    const opener = flow.graph.nodes.find(({ component }) => component === 'begin')?.options.opener;
    return {
      name: chooseName(),
      description: flow.description,
      language: getLanguage(),
      opener: typeof opener === 'string' ? opener : '',
      flowId: flow.id,
    };
  };
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconMessages size={16} aria-hidden />}
      loading={create.isPending}
      // The mutation has told of a failure.
      onClick={() => void openChat().catch(() => undefined)}
    >
      {t('chat.open')}
    </Button>
  );
}
