import { ActionIcon, Button, Flex, Menu, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './side-list.module.css';

type SideListProps = {
  label: string;
  title: string;
  /** Buttons at the end of the heading. */
  actions: ReactNode;
  search?: { label: string; value: string; onChange: (text: string) => void } | false;
  failure?: { text: string; onRetry: () => void } | false;
  /** Placeholders while the list loads. */
  skeleton?: ReactNode;
  /** A sentence in place of the rows. */
  note?: ReactNode;
  children: ReactNode;
};

/** A column of things to choose from, such as assistants or conversations. */
export function SideList(props: SideListProps) {
  const { label, title, actions, search, failure, skeleton, note, children } = props;
  const { t } = useTranslation('shell');
  return (
    <Flex component="section" direction="column" h="100%" mih={0} aria-label={label}>
      <Flex align="center" gap={2} h={52} pl={16} pr={8} flex="none">
        <Text component="h2" size="sm" fw={600} flex={1} m={0} lts={0}>
          {title}
        </Text>
        {actions}
      </Flex>
      {search && (
        <TextInput
          px={12}
          pb={6}
          size="xs"
          leftSection={<IconSearch size={14} stroke={1.7} />}
          placeholder={search.label}
          aria-label={search.label}
          value={search.value}
          onChange={(event) => search.onChange(event.currentTarget.value)}
        />
      )}
      {failure && (
        <Flex direction="column" align="flex-start" gap={12} py={8} px={16} role="alert">
          <Text size="sm">{failure.text}</Text>
          <Button size="xs" variant="default" onClick={failure.onRetry}>
            {t('actions.retry')}
          </Button>
        </Flex>
      )}
      {note && (
        <Text size="sm" c="dimmed" py={8} px={16}>
          {note}
        </Text>
      )}
      <div className={classes.items} aria-busy={skeleton ? true : undefined}>
        {skeleton || children}
      </div>
    </Flex>
  );
}

type SideListRowProps = {
  chosen: boolean;
  onChoose: () => void;
  /** Items of the row's menu; without them it has none. */
  menu?: ReactNode;
  menuLabel: string;
  children: ReactNode;
};

export function SideListRow({ chosen, onChoose, menu, menuLabel, children }: SideListRowProps) {
  return (
    <li className={classes.row} data-chosen={chosen || undefined}>
      <UnstyledButton
        className={classes.choose}
        aria-current={chosen ? 'true' : undefined}
        onClick={onChoose}
      >
        {children}
      </UnstyledButton>
      {menu && (
        <Menu>
          <Menu.Target>
            <ActionIcon className={classes.menu} aria-label={menuLabel}>
              <IconDots size={16} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu}</Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
