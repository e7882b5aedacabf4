import {
  createS3Connection,
  listS3Connections,
  type S3Connection,
  testS3Connection,
  updateS3Connection,
} from '@lectern/contract';
import { Alert, Button, Checkbox, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';

type S3ConnectionFormProps = {
  /** Absent: a new one. */
  connection: S3Connection | undefined;
  onBack: () => void;
  onSaved: (connection: S3Connection) => void;
};

const blank = {
  name: '',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  pathStyle: true,
};
type TextField = Exclude<keyof typeof blank, 'pathStyle'>;

/** Where a bucket is and how it is opened. */
export function S3ConnectionForm({ connection, onBack, onSaved }: S3ConnectionFormProps) {
  const { t } = useTranslation('files');
  const test = useApiMutation(testS3Connection, { handlesError: true });
  const { name, endpoint, region, bucket, prefix, accessKeyId, pathStyle } = { ...blank, ...connection };
  const form = useApiForm(connection ? updateS3Connection : createS3Connection, {
    initialValues: {
      name,
      endpoint: endpoint ?? '',
      region,
      bucket,
      prefix,
      accessKeyId,
      pathStyle,
      secretAccessKey: '',
    },
    params: connection && { s3ConnectionId: connection.id },
    toBody: ({ endpoint: address, secretAccessKey, ...values }) =>
      ({
        ...values,
        endpoint: address.trim() || null,
        ...(secretAccessKey === '' && connection ? {} : { secretAccessKey }),
      }) as never,
    invalidates: [listS3Connections],
    successMessage: connection ? 'files:s3.toast.modified' : 'files:s3.toast.created',
    onSuccess: onSaved,
    // A result of other values says nothing of these.
    onChange: () => test.reset(),
  });
  const field = (key: TextField) => ({
    label: t(`s3.fields.${key}`),
    withAsterisk: key !== 'endpoint' && key !== 'prefix',
    ...form.field(key),
  });
  const runTest = () => {
    const { errors } = form.validate();
    const { name: _, endpoint: address, secretAccessKey, ...place } = form.values;
    if (Object.keys(errors).some((key) => key !== 'name')) return;
    test.mutate({
      body: {
        ...place,
        endpoint: address.trim() || null,
        ...(secretAccessKey === '' ? {} : { secretAccessKey }),
        ...(connection ? { s3ConnectionId: connection.id } : {}),
      },
    });
  };
  return (
    <ApiForm
      form={form}
      submitLabel={t('s3.save')}
      cancelLabel={t('s3.back')}
      onCancel={onBack}
      actions={
        <Button variant="default" loading={test.isPending} onClick={runTest}>
          {t('s3.test')}
        </Button>
      }
    >
      <TextInput {...field('name')} data-autofocus />
      <TextInput
        {...field('endpoint')}
        description={t('s3.fields.endpointHint')}
        placeholder={t('s3.fields.endpointExample')}
        type="url"
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('bucket')} />
        <TextInput {...field('region')} />
      </SimpleGrid>
      <TextInput {...field('prefix')} description={t('s3.fields.prefixHint')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('accessKeyId')} autoComplete="off" />
        <PasswordInput
          label={t('s3.fields.secret')}
          withAsterisk={!connection}
          autoComplete="new-password"
          placeholder={
            connection ? t('s3.fields.secretKept', { ending: connection.secretEnding || '…' }) : undefined
          }
          {...form.field('secretAccessKey')}
        />
      </SimpleGrid>
      <Checkbox label={t('s3.fields.pathStyle')} {...form.field('pathStyle', { type: 'checkbox' })} />
      <FormError error={test.error} />
      {test.data && (
        <Alert color={test.data.ok ? 'teal' : 'red'} role="status">
          {test.data.ok ? t('s3.testOk') : test.data.message}
        </Alert>
      )}
    </ApiForm>
  );
}
