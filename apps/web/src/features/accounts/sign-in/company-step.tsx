import { beginSso } from '@lectern/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { storeForTab } from '../../../api/session.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { StepFrame } from './step-frame.tsx';

/** Redirects to the company's own sign-in. */
export function CompanyStep({
  name = '',
  next,
  onBack,
}: {
  /** From a link that the company gave its people. */
  name?: string;
  next: string | undefined;
  onBack: () => void;
}) {
  const { t } = useTranslation('login');
  const form = useApiForm(beginSso, {
    initialValues: { signInName: name },
    toBody: ({ signInName }) => ({ signInName, next }),
    messages: { signInName: t('company.nameInvalid') },
    errorFields: { 'sso.not_found': 'signInName' },
    onSuccess: ({ url, verifier }) => {
      // Without the verifier the ticket that comes back is of no use to anyone else.
      storeForTab('singleSignOn', JSON.stringify({ verifier, next }));
      window.location.assign(url);
    },
  });
  // Whoever comes back with the browser's own button finds the page as it was left.
  useWindowEvent('pageshow', (event) => {
    if (event.persisted) form.resetError();
  });
  return (
    <StepFrame title={t('company.title')} text={t('company.text')} onBack={onBack}>
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <FormError error={form.error} />
          <TextInput
            size="md"
            label={t('company.name')}
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('signInName')}
          />
          {/* After the answer the browser is already on its way. */}
          <Button type="submit" size="md" mt="xs" loading={form.isSending || form.isSent}>
            {t('company.go')}
          </Button>
        </Stack>
      </form>
    </StepFrame>
  );
}
