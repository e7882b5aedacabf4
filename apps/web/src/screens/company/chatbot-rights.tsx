import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AssistantRightsList } from '../../features/companies/assistant-rights.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

const path = '/user-setting/chatbot_rights';

export function Screen() {
  const { t } = useTranslation(['company', 'shell']);
  const { search, page } = useSearch({ from: path });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('shell:settings.assistantRights')} description={t('rights.text')} />
      <AssistantRightsList
        search={search}
        page={page}
        onView={(view) =>
          void navigate({ to: path, search: (before) => ({ ...before, ...view }), replace: true })
        }
      />
    </>
  );
}
