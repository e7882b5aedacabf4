import type { DocumentFilter } from '@lectern/contract';
import { Button, Group, Popover, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DocumentLabelsInUse } from './filter-conditions.ts';
import { FilterEditor } from './filter-editor.tsx';

type Props = {
  value: DocumentFilter | null;
  onChange: (filter: DocumentFilter | null) => void;
  labels: DocumentLabelsInUse | undefined;
  size?: 'xs' | 'sm';
};

/** A button that opens the conditions, and tells how many there are. */
export function FilterMenu({ value, onChange, labels, size = 'sm' }: Props) {
  const { t } = useTranslation('labels');
  const count = value?.conditions.length ?? 0;
  return (
    <Popover position="bottom-start" shadow="md" width="min(620px, calc(100vw - 32px))" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size={size}
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<IconFilter size={size === 'xs' ? 14 : 16} aria-hidden />}
        >
          {count > 0 ? t('filter.buttonCount', { count }) : t('filter.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" role="group" aria-label={t('filter.label')}>
          <FilterEditor value={value} onChange={onChange} labels={labels} inPopover />
          {count > 0 && (
            <Group>
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange(null)}>
                {t('filter.clear')}
              </Button>
            </Group>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
