import type { Chunk } from '@lectern/contract';
import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './chunk-fields.module.css';

type Value = NonNullable<Chunk['fields']>[number]['value'];

/** The typed cells of a row, or the facts of a profile. */
export function ChunkFields({ fields, full }: { fields: NonNullable<Chunk['fields']>; full: boolean }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const show = (value: Value): string => {
    if (value === null) return '–';
    if (typeof value === 'boolean') return value ? t('chunks.yes') : t('chunks.no');
    return typeof value === 'number' ? format.number(value) : value;
  };
  const shown = full ? fields : fields.slice(0, 6);
  if (fields.length === 0) return null;
  return (
    <dl className={classes.fields} aria-label={t('chunks.fields')}>
      {shown.map(({ name, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a sheet may have one name.
        <div key={`${place} ${name}`} className={classes.field}>
          <dt>{name}</dt>
          <dd data-number={typeof value === 'number' || undefined}>{show(value)}</dd>
        </div>
      ))}
      {shown.length < fields.length && (
        <Box c="dimmed">{t('chunks.moreFields', { count: fields.length - shown.length })}</Box>
      )}
    </dl>
  );
}
