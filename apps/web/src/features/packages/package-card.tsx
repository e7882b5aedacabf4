import type { CompanyPackage } from '@lectern/contract';
import { ActionIcon, Badge, Box, Flex, Menu, Text, Tooltip } from '@mantine/core';
import {
  IconDotsVertical,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/display/facts.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { type LimitField, limitFields } from './package-form-values.ts';
import classes from './packages.module.css';

export type PackageCommands = {
  onEdit: (existing: CompanyPackage) => void;
  onMakeDefault: (existing: CompanyPackage) => void;
  onEnable: (existing: CompanyPackage) => void;
  onDisable: (existing: CompanyPackage) => void;
  onDelete: (existing: CompanyPackage) => void;
};

type Props = { existing: CompanyPackage; commands: PackageCommands; companies: ReactNode };

export function PackageCard({ existing, commands, companies }: Props) {
  const { t } = useTranslation('administration');
  return (
    <article className={classes.card} data-disabled={!existing.enabled || undefined}>
      <Flex gap={12} align="flex-start" mb={16}>
        <Box flex={1} miw={0}>
          <h2 className={classes.name}>
            <LongText lines={2}>{existing.name}</LongText>
          </h2>
          <Flex wrap="wrap" gap={6}>
            {existing.isSignUpDefault && (
              <Tooltip label={t('packages.defaultText')}>
                <Badge color="teal" tabIndex={0}>
                  {t('packages.default')}
                </Badge>
              </Tooltip>
            )}
            {existing.enabled ? (
              <Badge color="green">{t('packages.enabled')}</Badge>
            ) : (
              <Badge color="red">{t('packages.disabled')}</Badge>
            )}
          </Flex>
        </Box>
        <PackageMenu existing={existing} commands={commands} />
      </Flex>
      <Facts
        layout="apart"
        mb={16}
        items={limitFields.map((field) => [
          t(field === 'maxStorageGb' ? 'limits.storageShort' : `limits.${field}`),
          <Text key={field} component="span" inherit fw={550}>
            <LimitValue field={field} value={existing[field]} />
          </Text>,
        ])}
      />
      <div className={classes.foot}>{companies}</div>
    </article>
  );
}

function LimitValue({ field, value }: { field: LimitField; value: number | null }) {
  const { t } = useTranslation('administration');
  const format = useFormat();
  if (value === null)
    return (
      <Box component="span" c="dimmed" fw={400}>
        {t('limits.unlimited')}
      </Box>
    );
  if (value === 0) return t('limits.none');
  return field === 'maxStorageGb' ? format.bytes(value * 1_024 ** 3) : format.number(value);
}

function PackageMenu({ existing, commands }: Omit<Props, 'companies'>) {
  const { t } = useTranslation('administration');
  const item = { size: 16, stroke: 1.6 };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon aria-label={t('packages.actionsOf', { name: existing.name })}>
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...item} />} onClick={() => commands.onEdit(existing)}>
          {t('packages.edit')}
        </Menu.Item>
        {!existing.isSignUpDefault && (
          <Menu.Item
            leftSection={<IconUserPlus {...item} />}
            onClick={() => commands.onMakeDefault(existing)}
          >
            {t('packages.makeDefault')}
          </Menu.Item>
        )}
        {existing.enabled ? (
          <Menu.Item leftSection={<IconPlayerPause {...item} />} onClick={() => commands.onDisable(existing)}>
            {t('packages.disable')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconPlayerPlay {...item} />} onClick={() => commands.onEnable(existing)}>
            {t('packages.enable')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash {...item} />}
          color="var(--danger)"
          onClick={() => commands.onDelete(existing)}
        >
          {t('packages.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
