import {
  createMcpServer,
  listAllowedMcpTools,
  listCompanyAudit,
  listMcpServers,
  type McpServer,
  updateMcpServer,
} from '@lectern/contract';
import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';

type Close = { onDone: () => void; onCancel: () => void };

const errorFields = {
  'mcp_server.address_refused': 'url',
  'mcp_server.unreachable': 'url',
  'mcp_server.not_mcp': 'url',
  'mcp_server.unauthorized': 'secret',
  'mcp_server.secret_needed': 'secret',
} as const;
const invalidates = [listMcpServers, listAllowedMcpTools, listCompanyAudit];

export function McpServerForm({ server, ...close }: Close & { server: McpServer | undefined }) {
  return server ? <EditForm server={server} {...close} /> : <NewForm {...close} />;
}

function NewForm({ onDone, onCancel }: Close) {
  const { t } = useTranslation('mcp');
  const form = useApiForm(createMcpServer, {
    initialValues: { name: '', url: '', secret: '', headerName: 'Authorization' },
    toBody: ({ secret, ...rest }) => ({ ...rest, ...(secret.trim() === '' ? {} : { secret }) }),
    messages: { url: t('form.urlWrong') },
    errorFields,
    invalidates,
    successMessage: 'mcp:added',
    onSuccess: onDone,
  });
  return (
    <ApiForm form={form} submitLabel={t('connect')} onCancel={onCancel}>
      <Place form={form} />
      <PasswordInput
        label={t('form.secret')}
        description={t('form.secretText')}
        autoComplete="off"
        {...form.field('secret')}
      />
      <Header form={form} />
    </ApiForm>
  );
}

function EditForm({ server, onDone, onCancel }: Close & { server: McpServer }) {
  const { t } = useTranslation('mcp');
  const { id, name, url, headerName, hasSecret, secretEnding } = server;
  const form = useApiForm(updateMcpServer, {
    initialValues: { name, url, headerName, secret: '', removesSecret: false },
    params: { mcpServerId: id },
    // What is not sent is not changed: a new name alone needs no connection.
    toBody: ({ removesSecret, secret, ...values }) => ({
      ...(values.name === name ? {} : { name: values.name }),
      ...(values.url === url ? {} : { url: values.url }),
      ...(values.headerName === headerName ? {} : { headerName: values.headerName }),
      ...(removesSecret ? { secret: null } : secret.trim() === '' ? {} : { secret }),
    }),
    messages: { url: t('form.urlWrong') },
    errorFields,
    invalidates,
    successMessage: 'mcp:changed',
    onSuccess: onDone,
  });
  const kept =
    secretEnding === '' ? t('form.secretKeptShort') : t('form.secretKept', { ending: secretEnding });
  const { removesSecret } = form.values;
  return (
    <ApiForm form={form} submitLabel={t('save')} onCancel={onCancel}>
      <Place form={form} />
      {!removesSecret && (
        <PasswordInput
          label={t('form.secret')}
          description={hasSecret ? kept : t('form.secretText')}
          autoComplete="off"
          {...form.field('secret')}
        />
      )}
      {hasSecret && (
        <Checkbox
          label={t('form.removeSecret')}
          checked={removesSecret}
          onChange={(event) => form.setFieldValue('removesSecret', event.currentTarget.checked)}
        />
      )}
      <Header form={form} />
    </ApiForm>
  );
}

type Fields = { form: Pick<ReturnType<typeof useApiForm>, 'field'> };

function Place({ form }: Fields) {
  const { t } = useTranslation('mcp');
  return (
    <>
      <TextInput
        label={t('form.name')}
        autoComplete="off"
        withAsterisk
        data-autofocus
        {...form.field('name')}
      />
      <TextInput
        type="url"
        label={t('form.url')}
        description={t('form.urlText')}
        placeholder={t('form.urlExample')}
        autoComplete="off"
        withAsterisk
        {...form.field('url')}
      />
    </>
  );
}

function Header({ form }: Fields) {
  const { t } = useTranslation('mcp');
  return (
    <TextInput
      label={t('form.header')}
      description={t('form.headerText')}
      autoComplete="off"
      {...form.field('headerName')}
    />
  );
}
