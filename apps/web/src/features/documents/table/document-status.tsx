import type { Document } from '@lectern/contract';
import { Box, Flex, Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunProgress } from '../../../ui/feedback/run-progress.tsx';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { statusOf } from '../document-states.ts';
import { DocumentProgress } from './document-progress.tsx';
import classes from './document-status.module.css';
import { useProgressText, useWaitingText } from './use-progress-text.ts';

/** Milliseconds since `begin`, growing while it is given. */
function useElapsed(begin: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (begin === null) return;
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [begin]);
  return begin === null ? null : Math.max(now - Date.parse(begin), 0);
}

function RunningStatus({ document }: { document: Document }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const describe = useProgressText();
  const explainWaiting = useWaitingText();
  const queued = document.stage === null || document.stage === 'queued';
  const elapsed = useElapsed(queued ? null : document.processBeginAt);
  const last = document.messages.at(-1);
  const waits = queued || document.waitingReason !== null;
  const detail = waits ? explainWaiting(document.waitingReason) : last ? describe(last) : '';
  return (
    <RunProgress
      compact
      miw={140}
      label={t('status.progressOf', { name: document.name })}
      stage={
        <Box component="span" c="var(--accent-ink)" fw={550}>
          {t(`stages.${document.stage ?? 'queued'}`)}
        </Box>
      }
      percent={document.percent}
      queued={queued}
      detail={
        <span className={classes.detail}>
          <span className={classes.message}>{detail}</span>
          {elapsed !== null && <span>{format.duration(elapsed)}</span>}
        </span>
      }
    />
  );
}

/** Things of the last parse that a person should know. */
function countRemarks({ messages }: Document): number {
  return messages.filter(({ key }) => key.startsWith('warning.') || key.startsWith('note.')).length;
}

const tones: Partial<Record<ReturnType<typeof statusOf>, Tone>> = {
  success: 'success',
  fail: 'danger',
  cancelled: 'warning',
};

function RestingStatus({ document }: { document: Document }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const status = statusOf(document);
  const remarks = countRemarks(document);
  return (
    <Flex component="span" align="center" gap={8} miw={0}>
      <StatusBadge tone={tones[status]}>{t(`status.${status}`)}</StatusBadge>
      {status === 'fail' && document.error && (
        <span className={classes.reason}>{document.error.message}</span>
      )}
      {remarks > 0 && (
        <span className={classes.remarks}>
          <IconAlertTriangle size={13} stroke={1.8} aria-hidden />
          {t('status.warnings', { count: remarks })}
        </span>
      )}
      {status === 'success' && document.processDurationMs !== null && (
        <Text component="span" size="xs" c="dimmed" className="numeric">
          {format.duration(document.processDurationMs)}
        </Text>
      )}
    </Flex>
  );
}

/** The parsing state of a document, live; its history opens on hover, focus or click. */
export function DocumentStatus({ document }: { document: Document }) {
  const { t } = useTranslation('knowledge');
  const [opened, { open, close, toggle }] = useDisclosure(false);
  const running = statusOf(document) === 'parsing';
  const content = running ? <RunningStatus document={document} /> : <RestingStatus document={document} />;
  if (document.messages.length === 0 && !document.error) return content;
  return (
    <Popover
      opened={opened}
      onChange={(next) => !next && close()}
      position="bottom-start"
      shadow="md"
      width={360}
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          onMouseEnter={open}
          onMouseLeave={close}
          onBlur={close}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            toggle();
          }}
          onClick={open}
          aria-label={t('status.details', {
            name: document.name,
            status: running ? t(`stages.${document.stage ?? 'queued'}`) : t(`status.${statusOf(document)}`),
          })}
        >
          {content}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <DocumentProgress document={document} />
      </Popover.Dropdown>
    </Popover>
  );
}
