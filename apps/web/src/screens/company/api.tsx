import { useTranslation } from 'react-i18next';
import { AllApiTokens } from '../../features/api-tokens/all-api-tokens.tsx';
import { DocsButton } from '../../features/api-tokens/api-tokens.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

export function Screen() {
  const { t } = useTranslation(['company', 'shell']);
  return (
    <>
      <PageHeader title={t('tokens.title')} description={t('api.text')} actions={<DocsButton />} />
      <AllApiTokens />
    </>
  );
}
