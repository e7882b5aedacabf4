import type { AnswerSupport } from '@lectern/contract';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './claim-mark.module.css';

type Statement = AnswerSupport['statements'][number];

/** What is wrong with a marked statement. */
export type ClaimKind = 'partly' | 'unsupported' | 'number' | 'negation';

/** Undefined where nothing is to be marked: it is supported, or it cites nothing and claims no source. */
export function claimKindOf({ status, reason }: Statement): ClaimKind | undefined {
  if (status === 'unsupported') return reason ?? 'unsupported';
  return status === 'partly' ? 'partly' : undefined;
}

/** A statement that its sources do not fully support: underlined, with the reason on hover and for screen readers. */
export function ClaimMark({ kind, children }: { kind: ClaimKind; children: ReactNode }) {
  const { t } = useTranslation('chat');
  const text = t(`support.kinds.${kind}`);
  return (
    <Tooltip
      label={text}
      multiline
      maw={280}
      openDelay={300}
      events={{ hover: true, focus: false, touch: true }}
    >
      <mark className={classes.claim} data-kind={kind === 'partly' ? 'partly' : 'unsupported'}>
        {children}
        <VisuallyHidden> ({text})</VisuallyHidden>
      </mark>
    </Tooltip>
  );
}
