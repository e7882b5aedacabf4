import type { Citation } from '@lectern/contract';
import { Box, Flex } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../../ui/display/long-text.tsx';
import { useCitations } from './citation-context.tsx';
import classes from './citations.module.css';

function groupByDocument(citations: Citation[]): { name: string; id: string; passages: Citation[] }[] {
  const groups = new Map<string, Citation[]>();
  for (const citation of citations)
    groups.set(citation.documentId, [...(groups.get(citation.documentId) ?? []), citation]);
  return [...groups].map(([id, passages]) => ({ id, name: passages[0]?.documentName ?? '', passages }));
}

/** The documents under an answer, each with its passages. */
export function CitedDocuments() {
  const { t } = useTranslation('chat');
  const { all, open } = useCitations();
  if (all.length === 0) return null;
  return (
    <Box mt={16}>
      <p className={classes.documentsTitle}>{t('citations.sources', { count: all.length })}</p>
      <ul className={classes.documentList}>
        {groupByDocument(all).map(({ id, name, passages }) => (
          <li key={id} className={classes.document}>
            <IconFileText size={16} stroke={1.6} aria-hidden color="var(--ink-muted)" />
            <LongText flex="1 1 10rem" miw={0}>
              {name}
            </LongText>
            <Flex component="span" wrap="wrap" gap={4}>
              {passages.map((citation) => (
                <button
                  key={citation.number}
                  type="button"
                  className={classes.passage}
                  aria-label={
                    citation.page === null
                      ? t('citations.passage', { number: citation.number })
                      : t('citations.passageOnPage', { number: citation.number, page: citation.page })
                  }
                  onClick={() => open(citation, all)}
                >
                  <span className={classes.passageNumber}>{citation.number}</span>
                  {citation.page !== null && t('citations.page', { page: citation.page })}
                </button>
              ))}
            </Flex>
          </li>
        ))}
      </ul>
    </Box>
  );
}
