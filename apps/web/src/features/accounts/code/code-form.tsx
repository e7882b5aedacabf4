import { type Challenge, codeLimits, type Endpoint, type Me, type ResponseOf } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../../../locales/i18n.ts';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useRememberMe } from '../use-update-me.ts';
import { CodeInput } from './code-input.tsx';
import { CodeMail } from './code-mail.tsx';
import { useCodeForm } from './use-code-form.ts';

type CodeFormProps<E extends Endpoint> = {
  /** The change of the account that the code confirms. */
  endpoint: ResponseOf<E> extends Me ? E : never;
  challenge: Challenge;
  onChallenge: (challenge: Challenge) => void;
  successMessage?: TextKey;
  onChanged: (me: Me) => void;
  onCancel: () => void;
};

/** Asks in a dialog for the code that was mailed for a change of the account. */
export function CodeForm<E extends Endpoint>(props: CodeFormProps<E>) {
  const { endpoint, challenge, onChallenge, successMessage, onChanged, onCancel } = props;
  const { t } = useTranslation('login');
  const remember = useRememberMe();
  const form = useCodeForm(endpoint as E, {
    initialValues: { code: '' },
    toBody: ({ code }) => ({ challengeId: challenge.id, code }) as never,
    successMessage,
    onSuccess: (me) => {
      remember(me as unknown as Me);
      onChanged(me as unknown as Me);
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('code.confirm')} onCancel={onCancel}>
      <Text c="dimmed">{t('code.sentTo', { address: challenge.sentTo, minutes: codeLimits.minutes })}</Text>
      <CodeInput {...form.input} onComplete={form.complete} disabled={form.isSending} autoFocus />
      <CodeMail
        challenge={challenge}
        onChallenge={(next) => {
          form.renew();
          onChallenge(next);
        }}
      />
    </ApiForm>
  );
}
