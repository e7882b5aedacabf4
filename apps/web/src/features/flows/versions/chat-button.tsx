import type { Flow } from '@lectern/contract';
import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFlowAssistant } from './use-flow-assistant.ts';

/** Opens the chat that a published flow answers. */
export function ChatButton({ flow }: { flow: Flow }) {
  const { t } = useTranslation('flows');
  const navigate = useNavigate();
  const assistant = useFlowAssistant(flow);
  if (!assistant.isOffered) return null;
  const openChat = async () => {
    const id = await assistant.open();
    if (id) await navigate({ to: '/chat', search: { assistant: id } });
  };
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconMessages size={16} aria-hidden />}
      loading={assistant.isPending}
      onClick={() => void openChat()}
    >
      {t('chat.open')}
    </Button>
  );
}
