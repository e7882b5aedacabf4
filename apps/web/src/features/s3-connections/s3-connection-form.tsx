import { type S3Connection, testS3Connection } from '@lectern/contract';
import { Alert, Button, Checkbox, Group, PasswordInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiMutation } from '../../api/queries.ts';
import { useS3Actions } from './use-s3.ts';

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
const required = ['name', 'region', 'bucket', 'accessKeyId'] as const;

/** Where a bucket is and how it is opened. */
export function S3ConnectionForm({ connection, onBack, onSaved }: S3ConnectionFormProps) {
  const { t } = useTranslation('files');
  const { create, update } = useS3Actions();
  const test = useApiMutation(testS3Connection, { handlesError: true });
  const [values, setValues] = useState(() =>
    connection ? { ...blank, ...connection, endpoint: connection.endpoint ?? '' } : blank,
  );
  const [secret, setSecret] = useState('');
  const [missing, setMissing] = useState(false);

  /** What was said of other values says nothing of these. */
  function forget(): void {
    for (const { reset } of [test, create, update]) reset();
  }

  function change(changes: Partial<typeof values>): void {
    setValues({ ...values, ...changes });
    forget();
  }

  const field = (name: 'name' | 'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId') => ({
    label: t(`s3.fields.${name}`),
    value: values[name],
    withAsterisk: (required as readonly string[]).includes(name),
    error: missing && (required as readonly string[]).includes(name) && values[name].trim() === '',
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });

  function isComplete(): boolean {
    const complete =
      required.every((name) => values[name].trim() !== '') && (connection !== undefined || secret !== '');
    setMissing(!complete);
    return complete;
  }

  const place = {
    endpoint: values.endpoint.trim() || null,
    region: values.region.trim(),
    bucket: values.bucket.trim(),
    prefix: values.prefix.trim(),
    accessKeyId: values.accessKeyId.trim(),
    pathStyle: values.pathStyle,
    ...(secret === '' ? {} : { secretAccessKey: secret }),
  };

  function save(event: FormEvent): void {
    event.preventDefault();
    if (!isComplete()) return;
    const body = { ...place, name: values.name.trim() };
    if (connection)
      update.mutate({ params: { s3ConnectionId: connection.id }, body }, { onSuccess: onSaved });
    else create.mutate({ body: { ...body, secretAccessKey: secret } }, { onSuccess: onSaved });
  }

  const error = create.error ?? update.error ?? test.error;
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput {...field('name')} maxLength={255} data-autofocus />
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
            value={secret}
            error={missing && !connection && secret === ''}
            onChange={(event) => {
              setSecret(event.currentTarget.value);
              forget();
            }}
          />
        </SimpleGrid>
        <Checkbox
          label={t('s3.fields.pathStyle')}
          checked={values.pathStyle}
          onChange={(event) => change({ pathStyle: event.currentTarget.checked })}
        />
        {missing && (
          <Alert color="red" role="alert">
            {t('s3.fields.required')}
          </Alert>
        )}
        {error && (
          <Alert color="red" role="alert">
            {describeError(error)}
          </Alert>
        )}
        {test.data && (
          <Alert color={test.data.ok ? 'teal' : 'red'} role="status">
            {test.data.ok ? t('s3.testOk') : test.data.message}
          </Alert>
        )}
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            loading={test.isPending}
            onClick={() =>
              isComplete() &&
              test.mutate({ body: { ...place, ...(connection ? { s3ConnectionId: connection.id } : {}) } })
            }
          >
            {t('s3.test')}
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onBack}>
              {t('s3.back')}
            </Button>
            <Button type="submit" loading={create.isPending || update.isPending}>
              {t('s3.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
