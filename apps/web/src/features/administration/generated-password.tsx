import { getPublicSettings } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { CopyField } from '../../ui/form/copy-field.tsx';

/** A password that nobody sees again: with how it also reaches its owner. */
export function GeneratedPassword({ password }: { password: string }) {
  const { t } = useTranslation('administration');
  const settings = useApiQuery(getPublicSettings, {}, { staleTime: 5 * 60_000 });
  return (
    <CopyField
      label={t('password.label')}
      description={t(settings.data?.mailConfigured === false ? 'password.onceUnmailed' : 'password.once')}
      value={password}
    />
  );
}
