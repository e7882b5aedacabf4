import { getSystemStatus, listMails, type ResponseOf, sendTestMail } from '@lectern/contract';
import { Alert, Button, Flex, TextInput } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useMe } from '../../api/me.ts';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';

/** Shows whether the mail server takes a mail, and what it says. */
export function TestMail() {
  const { t } = useTranslation('administration');
  const [outcome, setOutcome] = useState<ResponseOf<typeof sendTestMail>>();
  const form = useApiForm(sendTestMail, {
    initialValues: { to: useMe().email },
    invalidates: [listMails, getSystemStatus],
    onSuccess: setOutcome,
    onChange: () => setOutcome(undefined),
  });
  return (
    <SectionCard title={t('mails.test')} description={t('mails.testText')}>
      <Flex component="form" onSubmit={form.submit} noValidate wrap="wrap" gap={8} align="flex-end">
        <TextInput flex="1 1 240px" maw={420} label={t('mails.testTo')} type="email" {...form.field('to')} />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={form.isSending}
        >
          {t('mails.testSend')}
        </Button>
      </Flex>
      {outcome?.ok && (
        <Alert mt="md" color="teal" role="status" icon={<IconCircleCheck aria-hidden />}>
          {outcome.message ?? t('mails.testOk')}
        </Alert>
      )}
      {(form.error || outcome?.ok === false) && (
        <FormError mt="md" title={t('mails.testFailed')}>
          {form.error ? describeError(form.error) : outcome?.message}
        </FormError>
      )}
    </SectionCard>
  );
}
