import { Alert, Button, Group, Input, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WithinLimit } from '../../ui/feedback/within-limit.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { CodeBlock } from '../../ui/markdown/code-block.tsx';
import { exampleCall } from './example-call.ts';
import { type NewToken, TokenForm } from './token-form.tsx';

/**
 * Creates a token and shows it. Rendered next to the list, never in it: the list changes its form with the first
 * token, and what is shown once must not go with the form it had before.
 */
export function CreateTokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('company');
  const [created, setCreated] = useState<NewToken>();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setCreated(undefined)}
      size={created ? 640 : 560}
      title={created ? t('newToken.shownTitle', { name: created.apiToken.name }) : t('newToken.title')}
      // The token cannot be shown again: a click outside must not close it.
      closeOnClickOutside={!created}
      closeOnEscape={!created}
      withCloseButton={!created}
    >
      {created ? (
        <ShownOnce created={created} onDone={onClose} />
      ) : (
        <WithinLimit quota="iframes" onClose={onClose}>
          <TokenForm onCreated={setCreated} onCancel={onClose} />
        </WithinLimit>
      )}
    </Modal>
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
