import { type FlowComponentDescription, flowCategories } from '@lectern/contract';
import { Box, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ComponentIcon } from './component-icon.tsx';
import classes from './palette.module.css';

export const draggedComponent = 'application/x-flow-component';

/** Up and down go through the search field and the buttons below it. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button:not(:disabled)')];
  stops[stops.indexOf(event.target as HTMLElement) + by]?.focus();
  event.preventDefault();
}

/** Every component by category: click or press Enter to add it, or drag it to its place. */
export function Palette({
  components,
  disabled,
  onAdd,
  takesFocus = false,
}: {
  components: readonly FlowComponentDescription[];
  /** Components that may not be added any more. */
  disabled: ReadonlySet<string>;
  onAdd: (component: FlowComponentDescription) => void;
  /** It was opened to be typed into. */
  takesFocus?: boolean;
}) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = components.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from one button to the next.
    <div className={classes.palette} onKeyDown={moveFocus}>
      <TextInput
        data-autofocus={takesFocus || undefined}
        aria-label={t('palette.search')}
        placeholder={t('palette.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found.filter(({ id }) => !disabled.has(id));
          if (event.key === 'Enter' && wanted !== '' && first) onAdd(first);
        }}
      />
      <ScrollArea flex={1} mih={0} type="auto" offsetScrollbars>
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('palette.none')}
          </Text>
        )}
        {flowCategories
          .map((category) => ({ category, items: found.filter((one) => one.category === category) }))
          .filter(({ items }) => items.length > 0)
          .map(({ category, items }) => (
            <Box key={category} component="section" mb="sm">
              <Text component="h3" size="xs" fw={600} c="dimmed" mb={4}>
                {t(`palette.categories.${category}`)}
              </Text>
              {items.map((component) => (
                <UnstyledButton
                  key={component.id}
                  className={classes.item}
                  title={component.description}
                  disabled={disabled.has(component.id)}
                  draggable={!disabled.has(component.id)}
                  onDragStart={(event) => event.dataTransfer.setData(draggedComponent, component.id)}
                  onClick={() => onAdd(component)}
                >
                  <ComponentIcon path={component.icon} size={17} />
                  <span>{component.name}</span>
                </UnstyledButton>
              ))}
            </Box>
          ))}
      </ScrollArea>
    </div>
  );
}
