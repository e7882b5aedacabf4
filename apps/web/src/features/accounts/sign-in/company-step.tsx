import { beginSso, signInName } from '@lectern/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWindowEvent } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { useApiMutation } from '../../../api/queries.ts';
import { keepForTab } from '../../../api/session.ts';
import { CallError } from '../code/call-error.tsx';
import { StepFrame } from './step-frame.tsx';

/** Sends the browser to the company's own sign-in. */
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
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { signInName: name },
    validate: {
      signInName: (value) => (signInName.safeParse(value).success ? null : t('company.nameInvalid')),
    },
  });
  const begin = useApiMutation(beginSso, {
    handlesError: true,
    onSuccess: ({ url, verifier }) => {
      // Without it the ticket that comes back is of no use to anyone else.
      keepForTab('singleSignOn', JSON.stringify({ verifier, next }));
      window.location.assign(url);
    },
    onError: (error) => {
      if (error.code === 'sso.not_found') form.setFieldError('signInName', describeError(error));
    },
  });
  // Whoever comes back by the browser's own button finds the page as it was left.
  useWindowEvent('pageshow', (event) => {
    if (event.persisted) begin.reset();
  });
  return (
    <StepFrame title={t('company.title')} text={t('company.text')} onBack={onBack}>
      <form
        noValidate
        onSubmit={form.onSubmit((values) =>
          begin.mutate({ body: { signInName: signInName.parse(values.signInName), next } }),
        )}
      >
        <Stack gap="md">
          {begin.error?.code !== 'sso.not_found' && <CallError error={begin.error} />}
          <TextInput
            size="md"
            label={t('company.name')}
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            key={form.key('signInName')}
            {...form.getInputProps('signInName')}
          />
          {/* After the answer the browser is on its way already. */}
          <Button type="submit" size="md" mt="xs" loading={begin.isPending || begin.isSuccess}>
            {t('company.go')}
          </Button>
        </Stack>
      </form>
    </StepFrame>
  );
}
