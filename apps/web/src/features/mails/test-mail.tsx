import { email as emailSchema } from '@lectern/contract';
import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useMe } from '../../api/me.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './outbox.module.css';
import { useSendTestMail } from './use-mails.ts';

/** Shows whether the mail server takes a mail, and what it says. */
export function TestMail() {
  const { t } = useTranslation('administration');
  const [to, setTo] = useState(useMe().email);
  const [problem, setProblem] = useState<string>();
  const send = useSendTestMail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!emailSchema.safeParse(to).success) {
      setProblem(t(to.trim() === '' ? 'form.emailRequired' : 'form.emailInvalid'));
      return;
    }
    send.mutate({ body: { to: to.trim() } });
  };
  return (
    <SectionCard title={t('mails.test')} description={t('mails.testText')}>
      <form onSubmit={submit} noValidate className={classes.test}>
        <TextInput
          flex="1 1 240px"
          maw={420}
          label={t('mails.testTo')}
          type="email"
          maxLength={254}
          value={to}
          error={problem}
          onChange={(event) => {
            setTo(event.currentTarget.value);
            setProblem(undefined);
            send.reset();
          }}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={send.isPending}
        >
          {t('mails.testSend')}
        </Button>
      </form>
      {send.data?.ok && (
        <Alert mt="md" color="teal" role="status" icon={<IconCircleCheck aria-hidden />}>
          {send.data.message ?? t('mails.testOk')}
        </Alert>
      )}
      {(send.isError || send.data?.ok === false) && (
        <Alert
          mt="md"
          color="red"
          role="alert"
          icon={<IconAlertCircle aria-hidden />}
          title={t('mails.testFailed')}
        >
          {send.isError ? describeError(send.error) : send.data?.message}
        </Alert>
      )}
    </SectionCard>
  );
}
