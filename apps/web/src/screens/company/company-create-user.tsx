import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { type CreatedUser, CreateUserForm } from '../../features/companies/members/create-user-form.tsx';
import { CreatedUserResult } from '../../features/companies/members/created-user.tsx';
import { WithinLimit } from '../../ui/feedback/within-limit.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Screen() {
  const { t } = useTranslation(['company', 'shell']);
  const { company } = useMe();
  const [created, setCreated] = useState<CreatedUser>();
  return (
    <>
      <PageHeader
        title={t('shell:settings.createUser')}
        description={
          company.kind === 'personal'
            ? t('createUser.personalText')
            : t('createUser.text', { company: company.name })
        }
      />
      {created ? (
        <CreatedUserResult created={created} onAnother={() => setCreated(undefined)} />
      ) : (
        <WithinLimit quota="users">
          <CreateUserForm onCreated={setCreated} />
        </WithinLimit>
      )}
    </>
  );
}
