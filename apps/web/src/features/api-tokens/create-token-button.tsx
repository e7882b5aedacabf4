import { Alert, Button, Group, Input, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../ui/copy-field.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { exampleCall } from './example-call.ts';
import { type NewToken, TokenForm } from './token-form.tsx';

export function CreateTokenButton() {
  const { t } = useTranslation('company');
  const [opened, setOpened] = useState(false);
  const [created, setCreated] = useState<NewToken>();
  const close = () => setOpened(false);
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => {
          setCreated(undefined);
          setOpened(true);
        }}
      >
        {t('tokens.create')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        size={created ? 640 : 560}
        title={created ? t('newToken.shownTitle', { name: created.apiToken.name }) : t('newToken.title')}
        // The token cannot be shown again: a click beside it must not take it away.
        closeOnClickOutside={!created}
        closeOnEscape={!created}
        withCloseButton={!created}
      >
        {created ? (
          <ShownOnce created={created} onDone={close} />
        ) : (
          <TokenForm onCreated={setCreated} onCancel={close} />
        )}
      </Modal>
    </>
  );
}

function ShownOnce({ created: { token, apiToken }, onDone }: { created: NewToken; onDone: () => void }) {
  const { t } = useTranslation('company');
  return (
    <Stack gap="lg">
      <Alert color="yellow" role="note" icon={<IconAlertTriangle aria-hidden />}>
        {t('newToken.shownText')}
      </Alert>
      <CopyField label={t('newToken.token')} value={token} />
      <Input.Wrapper label={t('newToken.tryIt')} labelElement="div">
        <CodeBlock>{exampleCall(window.location.origin, token, apiToken.scopes)}</CodeBlock>
      </Input.Wrapper>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('newToken.done')}</Button>
      </Group>
    </Stack>
  );
}
