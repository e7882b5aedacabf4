import { type KnowledgeBase, listKnowledgeBases } from '@lectern/contract';
import { Box, Button, Checkbox, Group, Input, Skeleton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { LinkButton } from '../../../ui/link.tsx';
import classes from './assistant-form.module.css';

type Props = { value: string[]; onChange: (ids: string[]) => void; error?: React.ReactNode };

/** From this many knowledge bases on, the list has a search field. */
const searchFrom = 6;

export function KnowledgeBasePicker({ value, onChange, error }: Props) {
  const { t } = useTranslation('chat');
  const [search, setSearch] = useState('');
  const bases = useApiQuery(listKnowledgeBases, { query: { pageSize: 200 } });
  const items = bases.data?.items ?? [];
  const known = new Set(items.map((base) => base.id));
  const hidden = bases.data ? value.filter((id) => !known.has(id)) : [];
  const wanted = search.trim().toLowerCase();
  const shown = items.filter((base) => base.name.toLowerCase().includes(wanted));
  const toggle = (id: string, chosen: boolean) =>
    onChange(chosen ? [...value, id] : value.filter((other) => other !== id));

  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <Group justify="space-between" gap="xs" w="100%">
          <span>{t('form.bases')}</span>
          {value.length > 0 && (
            <Text span size="xs" c="dimmed">
              {t('form.basesSelected', { count: value.length })}
            </Text>
          )}
        </Group>
      }
      description={t('form.basesText')}
      error={error}
      classNames={{ label: classes.wideLabel }}
    >
      {bases.isPending && (
        <div className={classes.picker} aria-busy="true">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={44} m={8} radius="sm" />
          ))}
        </div>
      )}
      {bases.isError && (
        <FormError mt={8} title={t('form.basesLoadFailed')}>
          <Button size="xs" variant="default" onClick={() => void bases.refetch()}>
            {t('common.retry')}
          </Button>
        </FormError>
      )}
      {bases.data && items.length === 0 && (
        <div className={classes.pickerEmpty}>
          <Text size="sm">{t('form.basesNone')}</Text>
          <LinkButton size="xs" variant="default" to="/knowledge">
            {t('form.basesMake')}
          </LinkButton>
        </div>
      )}
      {items.length > 0 && (
        <div className={classes.picker}>
          {items.length > searchFrom && (
            <TextInput
              className={classes.pickerSearch}
              variant="unstyled"
              leftSection={<IconSearch size={16} stroke={1.6} />}
              placeholder={t('form.basesSearch')}
              aria-label={t('form.basesSearch')}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <div className={classes.pickerRows}>
            {shown.map((base) => (
              <BaseRow
                key={base.id}
                base={base}
                chosen={value.includes(base.id)}
                onToggle={(chosen) => toggle(base.id, chosen)}
              />
            ))}
            {shown.length === 0 && (
              <Text size="sm" c="dimmed" p="md">
                {t('form.basesNoneMatch')}
              </Text>
            )}
            {hidden.map((id) => (
              <Checkbox
                key={id}
                m="sm"
                checked
                label={t('form.baseMissing')}
                onChange={() => toggle(id, false)}
              />
            ))}
          </div>
        </div>
      )}
    </Input.Wrapper>
  );
}

type RowProps = { base: KnowledgeBase; chosen: boolean; onToggle: (chosen: boolean) => void };

function BaseRow({ base, chosen, onToggle }: RowProps) {
  const { t } = useTranslation('chat');
  const id = useId();
  const format = useFormat();
  const documents = { count: base.documentCount, formatted: format.number(base.documentCount) };
  const chunks = { count: base.chunkCount, formatted: format.number(base.chunkCount) };
  return (
    <label className={classes.pickerRow} htmlFor={id} data-chosen={chosen || undefined}>
      <Checkbox
        id={id}
        checked={chosen}
        onChange={(event) => onToggle(event.currentTarget.checked)}
        aria-label={base.name}
      />
      <InitialAvatar name={base.name} photo={base.photo} size={32} square />
      <Box component="span" flex={1} miw={0}>
        <LongText fz="sm" fw={500}>
          {base.name}
        </LongText>
        <Text span size="xs" c="dimmed" display="block" className="numeric">
          {base.chunkCount === 0
            ? t('form.baseEmpty')
            : `${t('form.baseDocuments', documents)} · ${t('form.baseChunks', chunks)}`}
        </Text>
      </Box>
    </label>
  );
}
