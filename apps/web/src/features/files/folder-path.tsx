import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../ui/display/long-text.tsx';
import classes from './files.module.css';

type FolderPathProps = {
  path: readonly { id: string; name: string }[];
  onOpen: (folderId: string | undefined) => void;
};

/** Where the list is in the tree; every step leads back up. */
export function FolderPath({ path, onOpen }: FolderPathProps) {
  const { t } = useTranslation('files');
  const steps = [{ id: undefined, name: t('path.top') }, ...path];
  return (
    <nav aria-label={t('path.label')} className={classes.path}>
      <Breadcrumbs separator={<IconChevronRight size={14} aria-hidden />} separatorMargin={6}>
        {steps.map(({ id, name }, index) =>
          index === steps.length - 1 ? (
            <Text
              key={id ?? 'top'}
              component="span"
              size="sm"
              fw={600}
              aria-current="page"
              className={classes.step}
            >
              <LongText>{name}</LongText>
            </Text>
          ) : (
            <Anchor
              key={id ?? 'top'}
              component="button"
              type="button"
              size="sm"
              c="dimmed"
              className={classes.step}
              onClick={() => onOpen(id)}
            >
              <LongText>{name}</LongText>
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  );
}
