import type { Citation } from '@lectern/contract';
import { ActionIcon, Box, Flex, Loader, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../../ui/display/long-text.tsx';
import { offWithFocus } from '../../../ui/form/without-losing-focus.ts';
import classes from './citation-panel.module.css';

type Props = {
  citation: Citation;
  /** All citations of the answer, to walk through. */
  all: Citation[];
  onSelect: (citation: Citation) => void;
  onClose: () => void;
  /** Draws the original at the passage; a screen supplies it. */
  renderDocument: (citation: Citation) => ReactNode;
  /** What can be done with the passage besides; a screen supplies it. */
  actions?: ReactNode;
};

/** The original next to the answer, opened at the cited passage. */
export function CitationPanel({ citation, all, onSelect, onClose, renderDocument, actions }: Props) {
  const { t } = useTranslation('chat');
  const heading = useRef<HTMLHeadingElement>(null);
  const position = all.findIndex(
    ({ number, chunkId }) => number === citation.number && chunkId === citation.chunkId,
  );
  const previous = all[position - 1];
  const next = all[position + 1];

  // Opening moves the focus in, once; walking through the citations leaves it on their buttons.
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <Flex
      component="section"
      direction="column"
      h="100%"
      mih={0}
      bg="var(--surface)"
      aria-label={t('citations.drawer')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={classes.head}>
        <span className={classes.number} aria-hidden>
          {citation.number}
        </span>
        <Box flex={1} miw={0}>
          <h2 ref={heading} tabIndex={-1} className={classes.title}>
            <LongText>{citation.documentName}</LongText>
          </h2>
          <div className={classes.place}>
            {[
              citation.page === null ? null : t('citations.page', { page: citation.page }),
              citation.headingPath.length > 0 ? citation.headingPath.join(' › ') : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </Box>
        {all.length > 1 && (
          <Flex align="center">
            <Tooltip label={t('citations.previous')}>
              <ActionIcon
                aria-label={t('citations.previous')}
                {...offWithFocus(!previous)}
                onClick={() => previous && onSelect(previous)}
              >
                <IconChevronLeft size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
            <Box component="span" className="numeric nowrap" c="dimmed" fz="xs">
              {t('citations.of', { position: position + 1, total: all.length })}
            </Box>
            <Tooltip label={t('citations.next')}>
              <ActionIcon
                aria-label={t('citations.next')}
                {...offWithFocus(!next)}
                onClick={() => next && onSelect(next)}
              >
                <IconChevronRight size={18} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </Flex>
        )}
        {actions}
        <Tooltip label={t('citations.close')}>
          <ActionIcon aria-label={t('citations.close')} onClick={onClose}>
            <IconX size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </header>
      <Flex flex={1} direction="column" mih={0}>
        {/* The viewer's texts and code load with the first passage: the chat must not vanish meanwhile. */}
        <Suspense fallback={<Loader size="sm" m="auto" role="status" aria-label={t('common.loading')} />}>
          {renderDocument(citation)}
        </Suspense>
      </Flex>
    </Flex>
  );
}
