import type { ApiError } from '@lectern/client';
import {
  createWebsiteImport,
  updateWebsiteImport,
  type WebsiteImport,
  type WebsiteImportSettings,
} from '@lectern/contract';
import { Checkbox, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { DialogActions } from '../../ui/form/dialog-actions.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { describeSite } from './describe-site.ts';
import {
  type FormValues,
  findLinkFault,
  newImport,
  readLines,
  toFormValues,
  toSettings,
} from './form-values.ts';
import { ImportForm } from './import-form.tsx';
import { SitePreview } from './site-preview.tsx';
import { useWebsiteImportActions, websiteImportQueries } from './use-website-imports.ts';

type DialogProps = { opened: boolean; onClose: () => void };
type NewImportProps = { knowledgeBaseId: string; onBegun: (begun: WebsiteImport) => void };

function patternField({ details }: ApiError, values: FormValues): 'include' | 'exclude' {
  return readLines(values.exclude).includes(String(details.pattern)) ? 'exclude' : 'include';
}

/** The refusals that are about one field, and where a path of the settings is typed. */
const fieldsOfImport = {
  errorFields: {
    'website_import.link_invalid': 'url',
    'website_import.address_refused': 'url',
    'website_import.browser_missing': 'browser',
    'website_import.pattern_invalid': patternField,
    'website_import.pattern_no_path': patternField,
    'website_import.pattern_regular_expression': patternField,
    'website_import.pattern_other_site': patternField,
  },
  fieldOf: (path: string) => path.replace(/^settings\./, '').split('.')[0] ?? path,
} as const;

/** Starts the import of a website. */
export function ImportDialog({ knowledgeBaseId, opened, onClose, onBegun }: DialogProps & NewImportProps) {
  const { t } = useTranslation('websites');
  return (
    <Modal opened={opened} onClose={onClose} title={t('form.titleNew')} size="lg">
      <NewImport knowledgeBaseId={knowledgeBaseId} onCancel={onClose} onBegun={onBegun} />
    </Modal>
  );
}

function NewImport({ knowledgeBaseId, onBegun, onCancel }: NewImportProps & { onCancel: () => void }) {
  const { t } = useTranslation('websites');
  const linkTexts = { missing: t('form.linkMissing'), invalid: t('form.linkInvalid') };
  const form = useApiForm(createWebsiteImport, {
    ...fieldsOfImport,
    initialValues: newImport,
    params: { knowledgeBaseId },
    toBody: (values) => ({ url: values.url, settings: toSettings(values) }),
    validate: ({ url }) => {
      const fault = findLinkFault(url);
      return { url: fault && linkTexts[fault] };
    },
    invalidates: websiteImportQueries,
    successMessage: 'websites:toast.begun',
    onSuccess: onBegun,
  });
  return (
    <ApiForm form={form} submitLabel={t('form.begin')} onCancel={onCancel} gap="lg">
      <ImportForm form={form} knowledgeBaseId={knowledgeBaseId} withLink>
        <SitePreview
          knowledgeBaseId={knowledgeBaseId}
          values={form.values}
          check={() => !form.validate().hasErrors}
          showRefusal={form.showRefusal}
        />
      </ImportForm>
    </ApiForm>
  );
}

/** The settings of an existing import. */
export function SettingsDialog({ changed, opened, onClose }: DialogProps & { changed: WebsiteImport }) {
  const { t } = useTranslation('websites');
  return (
    <Modal opened={opened} onClose={onClose} title={t('form.titleChange')} size="lg">
      <Settings changed={changed} onClose={onClose} />
    </Modal>
  );
}

function Settings({ changed, onClose }: { changed: WebsiteImport; onClose: () => void }) {
  const { t } = useTranslation('websites');
  const form = useApiForm(updateWebsiteImport, {
    ...fieldsOfImport,
    initialValues: toFormValues(changed.url, changed.settings),
    params: { websiteImportId: changed.id },
    toBody: (values): WebsiteImportSettings => toSettings(values),
    invalidates: websiteImportQueries,
    successMessage: 'websites:toast.modified',
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} onCancel={onClose} gap="lg">
      <Text size="sm" c="dimmed">
        {t('form.changeHint')}
      </Text>
      <ImportForm form={form} knowledgeBaseId={changed.knowledgeBaseId} withLink={false} />
    </ApiForm>
  );
}

/** Asks whether to delete an import, and its documents with it. */
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
        <FormError error={remove.error} />
        <DialogActions
          label={t('details.delete')}
          onCancel={onClose}
          onConfirm={() =>
            remove.mutate(
              {
                params: { websiteImportId: deleted.id },
                query: { documents: withDocuments ? 'delete' : 'keep' },
              },
              { onSuccess: onDeleted },
            )
          }
          busy={remove.isPending}
          destructive
        />
      </Stack>
    </Modal>
  );
}
