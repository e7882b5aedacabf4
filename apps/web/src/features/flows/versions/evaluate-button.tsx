import { type Flow, getAssistant } from '@lectern/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FlowDraft } from '../editor/use-flow-draft.ts';
import { useFlowAssistant } from './use-flow-assistant.ts';

type Props = { flow: Flow; draft: FlowDraft; inWords?: boolean };

/** Opens the evaluation of a flow that was published before: of its draft, where that differs. */
export function EvaluateButton({ flow, draft, inWords = false }: Props) {
  const { t } = useTranslation('flows');
  const navigate = useNavigate();
  const client = useQueryClient();
  const assistant = useFlowAssistant(flow, ({ abilities }) => abilities.update);
  if (!assistant.isOffered) return null;
  const evaluate = async () => {
    await draft.flush();
    const id = await assistant.open();
    // It tells whether the flow has a draft.
    await client.invalidateQueries({ queryKey: [getAssistant.id] });
    if (id) await navigate({ to: '/assistant/evaluation', search: { id } });
  };
  // The state of the draft tells why it could not be saved.
  const onClick = () => void evaluate().catch(() => undefined);
  if (inWords)
    return (
      <Button
        variant="default"
        size="compact-sm"
        mb="sm"
        leftSection={<IconReportAnalytics size={15} aria-hidden />}
        loading={assistant.isPending}
        onClick={onClick}
      >
        {t('chat.evaluateDraft')}
      </Button>
    );
  return (
    <Tooltip label={t('chat.evaluate')}>
      <ActionIcon aria-label={t('chat.evaluate')} loading={assistant.isPending} onClick={onClick}>
        <IconReportAnalytics size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
