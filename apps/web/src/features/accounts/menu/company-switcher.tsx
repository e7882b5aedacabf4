import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconBuilding, IconCheck, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import classes from '../account.module.css';
import { useSwitchCompany } from './use-switch-company.ts';

/** The company one acts in; a menu where there are several. */
export function CompanySwitcher() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const { switchTo, isPending } = useSwitchCompany();
  // Who acts for another, and whom a company's own sign-in vouches for, stays in the one company.
  if (me.companies.length < 2 || me.impersonation || me.signedInWith === 'single_sign_on') {
    // A personal company bears its owner's name, which the account menu shows already.
    if (me.company.kind === 'personal') return null;
    return (
      <Text size="sm" c="dimmed" maw={180} component="div">
        <LongText>{me.company.name}</LongText>
      </Text>
    );
  }
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton
          className={classes.companyTrigger}
          aria-label={t('header.company', { name: me.company.name })}
          disabled={isPending}
        >
          <LongText maw={180}>{me.company.name}</LongText>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('header.companies')}</Menu.Label>
        {me.companies.map((company) => (
          <Menu.Item
            key={company.id}
            leftSection={<IconBuilding size={16} aria-hidden />}
            rightSection={company.id === me.company.id ? <IconCheck size={15} aria-hidden /> : null}
            aria-current={company.id === me.company.id || undefined}
            onClick={() => {
              if (company.id !== me.company.id) switchTo(company);
            }}
          >
            {company.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
