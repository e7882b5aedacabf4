import type { WebsiteImport } from '@lectern/contract';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/client.ts';
import { describeError } from '../../api/describe-error.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import { newImport, toFormValues, toSettings } from './form-values.ts';
import { ImportForm } from './import-form.tsx';
import { SitePreview } from './site-preview.tsx';
import { useImportForm } from './use-import-form.ts';
import { useWebsiteImportActions } from './use-website-imports.ts';

type DialogProps = { opened: boolean; onClose: () => void };

/** Begins to import a website. */
export function ImportDialog({ knowledgeBaseId, opened, onClose, ...rest }: DialogProps & NewImportProps) {
  const { t } = useTranslation('websites');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.titleNew')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <NewImport knowledgeBaseId={knowledgeBaseId} onCancel={onClose} {...rest} />
    </Modal>
  );
}

type NewImportProps = { knowledgeBaseId: string; onBegun: (begun: WebsiteImport) => void };

function NewImport({ knowledgeBaseId, onBegun, onCancel }: NewImportProps & { onCancel: () => void }) {
  const { t } = useTranslation('websites');
  const { form, showRefusal } = useImportForm(newImport, { withLink: true });
  const { create } = useWebsiteImportActions();
  const [problem, setProblem] = useState<string>();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => {
          setProblem(undefined);
          create.mutate(
            { params: { knowledgeBaseId }, body: { url: values.url, settings: toSettings(values) } },
            {
              onSuccess: onBegun,
              onError: (error) => {
                if (!showRefusal(error)) setProblem(describeError(error));
              },
            },
          );
        },
        (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
    >
      <Stack gap="lg">
        <ImportForm form={form} withLink>
          <SitePreview
            knowledgeBaseId={knowledgeBaseId}
            values={form.values}
            check={() => !form.validate().hasErrors}
            showRefusal={showRefusal}
          />
        </ImportForm>
        <Problem text={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('form.begin')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The settings of an import that is there. */
export function SettingsDialog({ changed, opened, onClose }: DialogProps & { changed: WebsiteImport }) {
  const { t } = useTranslation('websites');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('form.titleChange')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Settings changed={changed} onClose={onClose} />
    </Modal>
  );
}

function Settings({ changed, onClose }: { changed: WebsiteImport; onClose: () => void }) {
  const { t } = useTranslation('websites');
  const { form, showRefusal } = useImportForm(toFormValues(changed.url, changed.settings), {
    withLink: false,
  });
  const { change } = useWebsiteImportActions();
  const [problem, setProblem] = useState<string>();
  function showError(error: ApiError): void {
    if (!showRefusal(error)) setProblem(describeError(error));
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        setProblem(undefined);
        change.mutate(
          { params: { websiteImportId: changed.id }, body: toSettings(values) },
          { onSuccess: onClose, onError: showError },
        );
      })}
    >
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          {t('form.changeHint')}
        </Text>
        <ImportForm form={form} withLink={false} />
        <Problem text={problem} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Asks whether an import goes, and whether its documents go with it. */
export function DeleteDialog({
  deleted,
  opened,
  onClose,
  onDeleted,
}: DialogProps & { deleted: WebsiteImport; onDeleted: () => void }) {
  const { t } = useTranslation('websites');
  const format = useFormat();
  const { remove } = useWebsiteImportActions();
  const [withDocuments, setWithDocuments] = useState(false);
  const { documentCount } = deleted;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('details.deleteTitle', { url: describeSite(deleted.url) })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Text c="dimmed">{t('details.deleteText')}</Text>
        {documentCount > 0 && (
          <Checkbox
            color="red.9"
            label={t('details.deleteDocuments', {
              count: documentCount,
              shown: format.number(documentCount),
            })}
            description={t('details.deleteDocumentsHint')}
            checked={withDocuments}
            onChange={(event) => setWithDocuments(event.currentTarget.checked)}
          />
        )}
        <Problem text={remove.isError ? describeError(remove.error) : undefined} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('form.cancel')}
          </Button>
          <Button
            color="red.9"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                {
                  params: { websiteImportId: deleted.id },
                  query: { documents: withDocuments ? 'delete' : 'keep' },
                },
                { onSuccess: onDeleted },
              )
            }
          >
            {t('details.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  );
}
