import { getDocumentVersionText } from '@lectern/contract';
import { Loader, Text } from '@mantine/core';
import { diffWords } from 'diff';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { shortenSame } from './shorten-same.ts';
import classes from './versions.module.css';

type Props = { documentId: string; before: number; after: number };

/** Milliseconds: texts that have little in common take very long to compare. */
const longestComparison = 2_000;

/** What the later of two versions says otherwise, with the words around it. */
export function VersionChanges({ documentId, before, after }: Props) {
  const { t } = useTranslation('labels');
  const old = useApiQuery(getDocumentVersionText, { params: { documentId, number: before } });
  const next = useApiQuery(getDocumentVersionText, { params: { documentId, number: after } });
  const [from, to] = [old.data?.text, next.data?.text];
  const parts = useMemo(() => {
    if (from === undefined || to === undefined) return undefined;
    return diffWords(from, to, { timeout: longestComparison }) ?? null;
  }, [from, to]);
  if (old.isError || next.isError || parts === null)
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('versions.notComparable')}
      </Text>
    );
  if (parts === undefined) return <Loader size="sm" mt="xs" />;
  if (parts.every(({ added, removed }) => !added && !removed))
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('versions.same')}
      </Text>
    );
  return (
    <section className={classes.changes} aria-label={t('versions.changes', { before, after })}>
      <Text size="xs" c="dimmed" mb={6}>
        {t('versions.changes', { before, after })}
      </Text>
      {parts.map(({ added, removed, value }, place) => {
        const Tag = added ? 'ins' : removed ? 'del' : 'span';
        return (
          <Tag
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never move.
            key={place}
            className={added ? classes.added : removed ? classes.removed : undefined}
          >
            {added || removed ? value : shortenSame(value, place === 0, place === parts.length - 1)}
          </Tag>
        );
      })}
    </section>
  );
}
