import type { FoundDocument, RetrievalHit } from '@lectern/contract';
import { Box, Button, Group, UnstyledButton } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarkedLines } from '../../ui/chunks/marked-lines.tsx';
import { FormatIcon } from '../../ui/display/format-icon.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { cutExcerpt } from './excerpt.ts';
import classes from './searches.module.css';

/** Passages shown before the rest is asked for. */
const shownAtFirst = 2;

type Props = {
  document: FoundDocument;
  baseName: string;
  hits: readonly RetrievalHit[];
  onOpen: (hit: RetrievalHit) => void;
  /** What else can be done with the document; a screen supplies it. */
  actions?: ReactNode;
};

/** A document with the passages that were found in it; each opens the original at its place. */
export function FoundDocumentCard({ document, baseName, hits, onOpen, actions }: Props) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const [all, setAll] = useState(false);
  const [first] = hits;
  const name = document.title ?? document.name;
  const hidden = hits.length - shownAtFirst;
  return (
    <li className={classes.document}>
      <Group gap={10} wrap="nowrap" align="flex-start">
        <FormatIcon format={document.format} />
        <Box flex={1} miw={0}>
          <UnstyledButton className={classes.title} onClick={() => first && onOpen(first)}>
            <LongText lines={2}>{name}</LongText>
          </UnstyledButton>
          <Box className="break-anywhere" c="dimmed" fz="xs" mt={2}>
            {[
              name === document.name ? null : document.name,
              baseName,
              format.date(document.date),
              document.hitCount > hits.length
                ? t('bestPassages', { shown: hits.length, count: document.hitCount })
                : t('passages', { count: hits.length }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Box>
        </Box>
        {actions}
      </Group>
      <ul className={classes.passages}>
        {(all ? hits : hits.slice(0, shownAtFirst)).map((hit) => (
          <Passage key={hit.chunkId} hit={hit} onOpen={onOpen} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          mt={4}
          ml={4}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('fewerPassages') : t('morePassages', { count: hidden })}
        </Button>
      )}
    </li>
  );
}

function Passage({ hit, onOpen }: { hit: RetrievalHit; onOpen: (hit: RetrievalHit) => void }) {
  const { t } = useTranslation('search');
  const { text, ranges } = useMemo(() => cutExcerpt(hit.text, hit.matches), [hit]);
  const place = [
    hit.page === null ? null : t('page', { page: hit.page }),
    hit.headingPath.length > 0 ? hit.headingPath.join(' › ') : null,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      <UnstyledButton className={classes.passage} onClick={() => onOpen(hit)}>
        {place !== '' && (
          <LongText className={classes.place} lines={1}>
            {place}
          </LongText>
        )}
        <div className={classes.text}>
          <MarkedLines text={text} ranges={ranges} />
        </div>
      </UnstyledButton>
    </li>
  );
}
