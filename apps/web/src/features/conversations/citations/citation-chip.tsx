import { Popover } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CitationCard } from './citation-card.tsx';
import { useCitations } from './citation-context.tsx';
import classes from './citations.module.css';

const openAfterMs = 160;
/** Long enough to move the pointer from the chip onto the card. */
const closeAfterMs = 180;

/** A button may begin a line even after a no-break space; a character that binds may not. */
const wordJoiner = '\u2060';

/** The marker `[n]` as a small number: its card on hover and focus, the passage itself on click. */
export function CitationChip({ number }: { number: number }) {
  const { t } = useTranslation('chat');
  const { find, shown, pending, open, all } = useCitations();
  const [isOpen, setIsOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cardId = useId();
  const citation = find(number);

  function change(next: boolean, afterMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsOpen(next), afterMs);
  }

  if (!shown) return null;
  if (!citation)
    return pending ? (
      <span className="nowrap">
        {wordJoiner}
        <span className={classes.chip} data-pending>
          <span className={classes.hidden}>{t('citations.chipPending', { number })}</span>
          <span aria-hidden>{number}</span>
        </span>
      </span>
    ) : (
      `[${number}]`
    );

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top"
      offset={6}
      width={360}
      withinPortal
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      transitionProps={{ duration: 100 }}
      shadow="md"
    >
      <span className="nowrap">
        {wordJoiner}
        <Popover.Target>
          <button
            type="button"
            className={classes.chip}
            aria-label={t('citations.chip', { number, document: citation.documentName })}
            aria-describedby={isOpen ? cardId : undefined}
            onMouseEnter={() => change(true, openAfterMs)}
            onMouseLeave={() => change(false, closeAfterMs)}
            onFocus={(event) => {
              // A click focuses too, and the passage opens then: the card is for the keyboard.
              if (event.currentTarget.matches(':focus-visible')) change(true, 0);
            }}
            onBlur={() => change(false, 0)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') change(false, 0);
            }}
            onClick={() => {
              change(false, 0);
              open(citation, all);
            }}
          >
            {number}
          </button>
        </Popover.Target>
      </span>
      <Popover.Dropdown
        id={cardId}
        role="tooltip"
        className={classes.card}
        onMouseEnter={() => change(true, 0)}
        onMouseLeave={() => change(false, closeAfterMs)}
      >
        <CitationCard citation={citation} />
      </Popover.Dropdown>
    </Popover>
  );
}
