import { type Challenge, type Me, requestEmailVerification, verifyEmail } from '@lectern/contract';
import { Badge, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { FormError } from '../../../ui/form/form-error.tsx';
import { CodeForm } from '../code/code-form.tsx';

/** The address of the account, which stays as registered, and whether it was proved. */
export function EmailField({ me }: { me: Me }) {
  const { t } = useTranslation('account');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const request = useApiMutation(requestEmailVerification, { handlesError: true, onSuccess: setChallenge });
  const close = () => setChallenge(null);
  return (
    <div>
      <TextInput
        label={t('profile.email')}
        description={t('profile.emailFixed')}
        value={me.email}
        readOnly
        variant="filled"
      />
      <Group gap="xs" mt={8}>
        {me.emailVerified ? (
          <Badge color="green" leftSection={<IconCheck size={12} aria-hidden />}>
            {t('email.verified')}
          </Badge>
        ) : (
          <>
            <Badge color="yellow">{t('email.notVerified')}</Badge>
            <Button
              size="compact-sm"
              variant="subtle"
              loading={request.isPending}
              onClick={() => request.mutate({})}
            >
              {t('email.verify')}
            </Button>
          </>
        )}
      </Group>
      {!me.emailVerified && (
        <Text size="xs" c="dimmed" mt={6}>
          {t('email.why')}
        </Text>
      )}
      <FormError error={request.error} mt="xs" />
      {/* A click outside the dialog must not discard a code that is on its way. */}
      <Modal
        opened={challenge !== null}
        onClose={close}
        title={t('email.dialog')}
        closeOnClickOutside={false}
      >
        {challenge && (
          <CodeForm
            endpoint={verifyEmail}
            challenge={challenge}
            onChallenge={setChallenge}
            successMessage="account:email.done"
            onChanged={close}
            onCancel={close}
          />
        )}
      </Modal>
    </div>
  );
}
