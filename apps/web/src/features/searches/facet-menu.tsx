import { searchLimits } from '@lectern/contract';
import { Box, Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './searches.module.css';

type Props = {
  label: string;
  options: { value: string; label: string; count: number }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A filter by one property of the documents: its values with how many documents each would show. */
export function FacetMenu({ label, options, chosen, onChange }: Props) {
  const { t } = useTranslation('search');
  const format = useFormat();
  const names = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
  return (
    <Popover position="bottom-start" shadow="md" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant={chosen.length > 0 ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={260}
        >
          {names.length > 0 ? t('facetChosen', { label, values: names.join(', ') }) : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label}>
          <Stack gap={10} mah={320} className={classes.facetValues}>
            {options.map(({ value, label: name, count }) => (
              <Checkbox
                key={value}
                value={value}
                disabled={count === 0 && !chosen.includes(value)}
                classNames={{ body: classes.facetValue, labelWrapper: classes.facetLabel }}
                label={
                  <>
                    <Box component="span" className="break-anywhere" flex={1}>
                      {name}
                    </Box>
                    <Box component="span" className="numeric" c="dimmed">
                      {format.number(count)}
                    </Box>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Text size="xs" c="dimmed" mt="sm">
          {t('facets.scope', { count: searchLimits.passages })}
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
