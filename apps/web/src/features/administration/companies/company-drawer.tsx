import { getManagedCompany, type ManagedCompany, type ResponseOf } from '@lectern/contract';
import { Alert, Badge, Box, Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { IconInfoCircle, IconPencil, IconUserShield } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { LimitBar } from '../../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import classes from '../administration.module.css';
import type { CompanyCommands } from './company-commands.ts';
import { CompanyMenu } from './company-menu.tsx';
import { CompanyState } from './company-table.tsx';

type Details = ResponseOf<typeof getManagedCompany>;

type Props = {
  /** From the address; the drawer is open while it is there. */
  companyId: string | undefined;
  commands: CompanyCommands;
  onClose: () => void;
  linkToAccounts: (company: ManagedCompany) => ReactNode;
};

export function CompanyDrawer({ companyId, commands, onClose, linkToAccounts }: Props) {
  const { t } = useTranslation('administration');
  const query = useApiQuery(
    getManagedCompany,
    { params: { companyId: companyId ?? '' } },
    { enabled: companyId !== undefined },
  );
  const name = query.data?.name;
  return (
    <Drawer
      opened={companyId !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={name ?? t('companies.details')}
      styles={{ title: { fontWeight: 620, fontSize: '1.125rem', overflowWrap: 'anywhere' } }}
    >
      <QueryBoundary query={query} skeleton={<SkeletonText lines={10} />}>
        {(company) => <Details company={company} commands={commands} accounts={linkToAccounts(company)} />}
      </QueryBoundary>
    </Drawer>
  );
}

function Details({
  company,
  commands,
  accounts,
}: {
  company: Details;
  commands: CompanyCommands;
  accounts: ReactNode;
}) {
  const { t } = useTranslation('administration');
  const own = useMe().company.id === company.id;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <Facts
          items={[
            [t('companies.state'), <CompanyState key="state" enabled={company.enabled} />],
            [t('companies.kind'), t(`kinds.${company.kind}`)],
            [t('companies.package'), company.package.name],
            [t('companies.owner'), company.ownerEmail ?? t('companies.noOwner')],
            [t('companies.created'), <FormattedDate key="created" at={company.createdAt} />],
          ]}
        />
        {!company.enabled && (
          <Alert color="yellow" role="note" icon={<IconInfoCircle aria-hidden />}>
            {t('company.disabledNote')}
          </Alert>
        )}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => commands.onEdit(company)}
          >
            {t('companies.edit')}
          </Button>
          {!own && (
            <Button
              variant="default"
              leftSection={<IconUserShield size={16} aria-hidden />}
              onClick={() => commands.onActAs(company)}
            >
              {t('companies.actAs')}
            </Button>
          )}
          <CompanyMenu company={company} commands={commands} inDetails />
        </Group>
      </Stack>
      <section>
        <h3 className={classes.part}>{t('company.limits')}</h3>
        <Stack gap={16}>
          {company.limits.map((limit) => (
            <LimitBar key={limit.quota} limit={limit} />
          ))}
        </Stack>
      </section>
      <section>
        <Group justify="space-between" align="baseline">
          <h3 className={classes.part}>{t('company.members')}</h3>
          {company.members.length > 0 && accounts}
        </Group>
        <Members company={company} />
      </section>
    </Stack>
  );
}

function Members({ company: { members } }: { company: Details }) {
  const { t } = useTranslation('administration');
  if (members.length === 0) return <Text c="dimmed">{t('company.noMembers')}</Text>;
  return (
    <ul className={classes.people}>
      {members.map((member) => (
        <li key={member.accountId} className={classes.person}>
          <InitialAvatar name={member.username} size={32} />
          <Box flex={1} miw={0}>
            <LongText>{member.username}</LongText>
            <Text size="xs" c="dimmed" component="div">
              <LongText>{member.email}</LongText>
            </Text>
          </Box>
          <Badge color="gray">{t(`levels.${member.level as 0 | 1 | 2}`)}</Badge>
        </li>
      ))}
    </ul>
  );
}
