import type { Citation, Message } from '@lectern/contract';
import { ActionIcon, Box, Button, Menu, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import {
  IconCheck,
  IconCopy,
  IconDots,
  IconListDetails,
  IconListNumbers,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../api/me.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { BranchWalker } from '../branches/branch-walker.tsx';
import classes from '../pane/messages.module.css';
import type { AnswerView } from '../turn/answer-view.ts';
import { ReadAloudButton } from '../voice/read-aloud-button.tsx';
import { AnswerFeedback } from './answer-feedback.tsx';
import { removeCitationMarkers } from './markdown-blocks.ts';
import { SupportBadge } from './support-badge.tsx';

type Props = {
  view: AnswerView;
  answer: Message;
  /** Undefined where there is but one. */
  versionIds: string[] | undefined;
  /** Another answer is being written. */
  busy: boolean;
  /** Absent where the answer is not the last one. */
  onRegenerate?: () => void;
  onDelete: () => void;
  onExplain: () => void;
};

export function AnswerActions({ view, answer, versionIds, busy, onRegenerate, onDelete, onExplain }: Props) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const maySeeRuns = usePermission('Flow');
  const clipboard = useClipboard({ timeout: 1_500 });
  const facts = [
    answer.curated ? t('messages.curated') : null,
    // A built-in model is known by its id alone; what it is called depends on the reader's language.
    view.modelName?.startsWith('built-in/') ? t('form.builtInName') : view.modelName,
    view.durationMs === null ? null : format.duration(view.durationMs),
    !view.completionTokens
      ? null
      : t('messages.tokens', {
          count: view.completionTokens,
          formatted: format.number(view.completionTokens),
        }),
  ].filter((fact) => fact !== null);
  const broken = view.status === 'failed' || view.status === 'interrupted';
  const copyLabel = clipboard.copied ? t('messages.copied') : t('messages.copy');
  return (
    <fieldset className={classes.actions} aria-label={t('messages.actions')}>
      {versionIds && (
        <BranchWalker
          conversationId={answer.conversationId}
          messageId={answer.id}
          versionIds={versionIds}
          disabled={busy}
        />
      )}
      {view.text !== '' && (
        <Tooltip label={copyLabel}>
          <ActionIcon
            size="md"
            aria-label={copyLabel}
            onClick={() => clipboard.copy(removeCitationMarkers(view.text))}
          >
            {clipboard.copied ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
      )}
      {view.text !== '' && <ReadAloudButton answer={answer} />}
      {onRegenerate && broken && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.7} />}
          onClick={onRegenerate}
        >
          {t('common.retry')}
        </Button>
      )}
      {onRegenerate && !broken && (
        <Tooltip label={t('messages.regenerate')}>
          <ActionIcon size="md" aria-label={t('messages.regenerate')} onClick={onRegenerate}>
            <IconRefresh size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      )}
      <AnswerFeedback answer={answer} />
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size="md" aria-label={t('messages.moreActions')}>
            <IconDots size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view.citations.length > 0 && (
            <Menu.Item
              leftSection={<IconListNumbers size={16} stroke={1.6} />}
              onClick={() => clipboard.copy(`${view.text}\n\n${formatSources(view.citations, t)}`)}
            >
              {t('messages.copyWithSources')}
            </Menu.Item>
          )}
          {answer.flowRun === null && (
            <Menu.Item leftSection={<IconListDetails size={16} stroke={1.6} />} onClick={onExplain}>
              {t('explanation.open')}
            </Menu.Item>
          )}
          {answer.flowRun !== null && maySeeRuns && (
            <Menu.Item
              leftSection={<IconListDetails size={16} stroke={1.6} />}
              renderRoot={(item) => (
                <Link
                  {...item}
                  to="/flow/$flowId"
                  params={{ flowId: answer.flowRun?.flowId ?? '' }}
                  search={{ run: answer.flowRun?.id }}
                />
              )}
            >
              {t('messages.openRun')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.6} />} onClick={onDelete}>
            {t('messages.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {view.support && <SupportBadge support={view.support} onExplain={onExplain} />}
      {facts.length > 0 && (
        <Box component="span" className="numeric" ml={8} c="dimmed" fz="xs">
          {facts.join(' · ')}
        </Box>
      )}
    </fieldset>
  );
}

/** The list of sources as it goes to the clipboard: `[1] Handbook.pdf, page 3: “quoted words”`. */
function formatSources(citations: Citation[], t: TFunction<'chat'>): string {
  return citations
    .map(({ number, documentName, page, quote }) => {
      const place = page === null ? documentName : `${documentName}, ${t('citations.page', { page })}`;
      return `[${number}] ${place} — ${quote.replace(/\s+/g, ' ').trim()}`;
    })
    .join('\n');
}
