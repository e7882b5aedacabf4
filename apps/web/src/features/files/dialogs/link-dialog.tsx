import {
  type DocumentLabels,
  getFile,
  linkFiles,
  listKnowledgeBases,
  type ResponseOf,
  type StoredFile,
} from '@lectern/contract';
import { Badge, Box, Button, Checkbox, Modal, ScrollArea, Switch, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { notify } from '../../../ui/feedback/notify.ts';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { FieldInputs } from '../../../ui/labels/field-inputs.tsx';
import { TagsField } from '../../../ui/labels/tags-field.tsx';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';
import { basesOf } from '../file-table.tsx';
import classes from '../files.module.css';
import { basesAndFiles, useFileActions } from '../use-files.ts';

const mostShown = 50;
const noLabels: DocumentLabels = { tags: [], fieldValues: {} };

type LinkDialogProps = { files: readonly StoredFile[]; onClose: () => void; onLinked: () => void };

/** Which bases should have documents of these files? What is linked already says so, and can be unlinked. */
export function LinkDialog(props: LinkDialogProps) {
  const { t } = useTranslation('files');
  const [first, ...others] = props.files;
  return (
    <Modal
      opened={first !== undefined}
      onClose={props.onClose}
      size="lg"
      title={
        first && others.length === 0
          ? t('link.titleOne', { name: first.name })
          : t('link.title', { count: props.files.length })
      }
    >
      <LinkForm {...props} />
    </Modal>
  );
}

function LinkForm({ files, onClose, onLinked }: LinkDialogProps) {
  const { t } = useTranslation('files');
  const { unlink } = useFileActions();
  const [search, setSearch] = useState<string>();
  const [refused, setRefused] = useState<ResponseOf<typeof linkFiles>['refused']>([]);
  const form = useApiForm(linkFiles, {
    initialValues: { knowledgeBaseIds: [] as string[], parse: true, labels: noLabels },
    toBody: (values) => ({ ...values, fileIds: files.map(({ id }) => id) }),
    invalidates: basesAndFiles,
    onSuccess: (result) => {
      setRefused(result.refused);
      form.setFieldValue('knowledgeBaseIds', []);
      if (result.documents > 0) notify('success', t('link.done', { count: result.documents }));
      else if (result.refused.length === 0) notify('success', t('link.nothingNew'));
      onLinked();
      if (result.refused.length === 0) onClose();
    },
  });
  const chosen = form.values.knowledgeBaseIds;
  const [first] = files;
  const single = files.length === 1;
  const fresh = useApiQuery(
    getFile,
    { params: { fileId: first?.id ?? '' } },
    { enabled: single, placeholderData: first },
  );
  const shown = single && fresh.data ? [fresh.data] : files;
  const query = useApiQuery(
    listKnowledgeBases,
    { query: { search, page: 1, pageSize: mostShown } },
    { enabled: files.length > 0, placeholderData: keepPreviousData },
  );

  const countLinked = (knowledgeBaseId: string) =>
    shown.filter((file) => basesOf(file).some(({ id }) => id === knowledgeBaseId)).length;

  function toggle(id: string): void {
    const next = new Set(chosen);
    // Its fields go with a base.
    if (next.delete(id)) form.setFieldValue('labels', { ...form.values.labels, fieldValues: {} });
    else next.add(id);
    form.setFieldValue('knowledgeBaseIds', [...next]);
  }

  function askToUnlink(file: StoredFile, base: { id: string; name: string }): void {
    openConfirmModal({
      title: t('link.unlinkTitle', { name: base.name }),
      text: t('link.unlinkText'),
      confirmLabel: t('link.unlink'),
      onConfirm: () =>
        unlink.mutateAsync({ params: { fileId: file.id }, body: { knowledgeBaseId: base.id } }),
    });
  }

  return (
    <ApiForm
      form={form}
      submitLabel={t('link.confirm')}
      onCancel={onClose}
      disabled={chosen.length === 0}
      actions={<Switch size="sm" label={t('link.parse')} {...form.field('parse', { type: 'checkbox' })} />}
    >
      <Text size="sm" c="dimmed">
        {t('link.text')}
      </Text>
      <SearchInput label={t('link.search')} value={search} onChange={setSearch} />
      <FormError error={query.error} />
      {!query.data && !query.error && <SkeletonList rows={4} height={40} />}
      {query.data && (
        <ScrollArea.Autosize
          mah="min(320px, 40vh)"
          type="auto"
          scrollbars="y"
          viewportProps={{ tabIndex: 0 }}
          // A long name gives way to what can be done with it.
          styles={{ content: { minWidth: 0 } }}
        >
          <ul className={classes.choices} aria-label={t('link.list')}>
            {query.data.items.map(({ id, name, abilities }) => {
              const linked = countLinked(id);
              const whole = linked === shown.length;
              return (
                <li key={id} className={classes.choice}>
                  <Checkbox
                    size="sm"
                    checked={whole || chosen.includes(id)}
                    disabled={whole || !abilities.update}
                    aria-label={name}
                    onChange={() => toggle(id)}
                  />
                  <Box component="span" flex="1 1 160px" miw={0}>
                    <LongText>{name}</LongText>
                  </Box>
                  {linked > 0 && (
                    <Badge variant="light" color="teal" tt="none" style={{ flex: 'none' }}>
                      {single ? t('link.linked') : t('link.linkedSome', { linked, count: shown.length })}
                    </Badge>
                  )}
                  {single && whole && abilities.update && shown[0] && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="gray"
                      ml="auto"
                      aria-label={t('link.unlinkOf', { name })}
                      onClick={() => askToUnlink(shown[0] as StoredFile, { id, name })}
                    >
                      {t('link.unlink')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
          {query.data.items.length === 0 && (
            <Text size="sm" c="dimmed" p="md" ta="center">
              {t('link.none')}
            </Text>
          )}
          {query.data.total > mostShown && (
            <Text size="sm" c="dimmed" p="xs">
              {t('link.more')}
            </Text>
          )}
        </ScrollArea.Autosize>
      )}
      <FormError>{form.errors.knowledgeBaseIds}</FormError>
      {chosen.length > 0 && (
        <LinkLabels
          knowledgeBaseIds={chosen}
          labels={form.values.labels}
          onChange={(labels) => form.setFieldValue('labels', labels)}
        />
      )}
      {refused.length > 0 && (
        <FormError title={t('link.refused')}>
          {refused.map(({ name, message }) => (
            <div key={name}>{message}</div>
          ))}
        </FormError>
      )}
    </ApiForm>
  );
}

type LinkLabelsProps = {
  knowledgeBaseIds: readonly string[];
  labels: DocumentLabels;
  onChange: (labels: DocumentLabels) => void;
};

/** Tags and values that the new documents get; the fields are those of the chosen bases. */
function LinkLabels({ knowledgeBaseIds, labels, onChange }: LinkLabelsProps) {
  const { t } = useTranslation('labels');
  const known = useDocumentLabels(knowledgeBaseIds);
  return (
    <>
      <TagsField
        description={t('tags.hint')}
        value={labels.tags}
        onChange={(tags) => onChange({ ...labels, tags })}
        suggestions={known?.tags.map(({ name }) => name) ?? []}
      />
      <FieldInputs
        fields={known?.fields ?? []}
        values={labels.fieldValues}
        onChange={(fieldValues) => onChange({ ...labels, fieldValues })}
      />
    </>
  );
}
