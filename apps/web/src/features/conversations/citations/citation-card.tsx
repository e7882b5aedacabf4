import type { Citation } from '@lectern/contract';
import { Box } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ChunkPicture } from '../../../ui/chunks/chunk-picture.tsx';
import { plainText } from '../answer/markdown-blocks.ts';
import classes from './citations.module.css';

/** Longer quotes are cut in the card; the opened passage shows all of it. */
const shownCharacters = 420;

function shorten(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters).trimEnd()}…` : text;
}

/** What a citation is, at a glance: document, place, the words quoted, and how well they match. */
export function CitationCard({ citation }: { citation: Citation }) {
  const { t } = useTranslation('chat');
  const { documentName, page, headingPath, quote, score } = citation;
  return (
    <>
      <div className={classes.cardHead}>
        <IconFileText size={16} stroke={1.6} aria-hidden />
        <Box component="span" className="break-anywhere" flex={1} miw={0} fw={600}>
          {documentName}
        </Box>
        {page !== null && (
          <Box component="span" className="numeric" flex="none" c="dimmed">
            {t('citations.page', { page })}
          </Box>
        )}
      </div>
      {headingPath.length > 0 && (
        <Box className="break-anywhere" mt={2} pl={24} c="dimmed" fz="xs">
          {headingPath.join(' › ')}
        </Box>
      )}
      {citation.hasImage && (
        <ChunkPicture
          documentId={citation.documentId}
          chunkId={citation.chunkId}
          label={t('citations.picture')}
          still
        />
      )}
      <blockquote className={classes.cardQuote}>{shorten(plainText(quote))}</blockquote>
      <div className={classes.cardFoot}>
        <span>{t('citations.open')}</span>
        <span>{t('citations.score', { score: Math.round(score * 100) })}</span>
      </div>
    </>
  );
}
