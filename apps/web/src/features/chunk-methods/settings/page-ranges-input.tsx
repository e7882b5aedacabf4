import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, Text, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { checkPageRanges, type PageRangeDraft } from '../chunking.ts';
import classes from './page-ranges-input.module.css';

const mostRanges = 64;

type PageRangesInputProps = {
  ranges: readonly PageRangeDraft[];
  onChange: (ranges: PageRangeDraft[]) => void;
  readOnly?: boolean;
};

function readPage(value: string | number): number | null {
  return value === '' ? null : Number(value);
}

export function PageRangesInput({ ranges, onChange, readOnly = false }: PageRangesInputProps) {
  const { t } = useTranslation('knowledge');
  const errors = checkPageRanges(ranges);
  const change = (index: number, part: Partial<PageRangeDraft>) =>
    onChange(ranges.map((range, place) => (place === index ? { ...range, ...part } : range)));
  const add = () => {
    const start = ranges.at(-1)?.to ?? 1;
    onChange([...ranges, { from: start, to: null }]);
  };
  return (
    <Fieldset variant="unstyled" legend={t('pageRanges.label')} disabled={readOnly} classNames={classes}>
      <Text size="xs" c="dimmed" mb={8}>
        {t('pageRanges.hint')}
      </Text>
      <Stack gap="xs">
        {ranges.map((range, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range is its place in the list, it has no other identity.
          <Group key={index} gap="xs" align="flex-start" wrap="nowrap">
            <NumberInput
              flex={1}
              min={1}
              allowDecimal={false}
              hideControls
              aria-label={t('pageRanges.from', { number: index + 1 })}
              placeholder={t('pageRanges.fromShort')}
              value={range.from ?? ''}
              onChange={(value) => change(index, { from: readPage(value) })}
              error={errors[index]?.from && t(`pageRanges.${errors[index].from}`)}
            />
            <NumberInput
              flex={1}
              min={2}
              allowDecimal={false}
              hideControls
              aria-label={t('pageRanges.to', { number: index + 1 })}
              placeholder={t('pageRanges.toShort')}
              value={range.to ?? ''}
              onChange={(value) => change(index, { to: readPage(value) })}
              error={errors[index]?.to && t(`pageRanges.${errors[index].to}`)}
            />
            <Tooltip label={t('pageRanges.remove')}>
              <ActionIcon
                mt={4}
                aria-label={t('pageRanges.removeOf', { number: index + 1 })}
                onClick={() => onChange(ranges.filter((_, place) => place !== index))}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </Group>
        ))}
        {!readOnly && ranges.length < mostRanges && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
            style={{ alignSelf: 'start' }}
          >
            {t('pageRanges.add')}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
