import {
  type Document,
  type FieldValues,
  getKnowledgeBase,
  labelDocuments,
  listDocumentLabels,
  updateDocument,
} from '@lectern/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { FieldInputs } from '../../../ui/labels/field-inputs.tsx';
import { TagsField } from '../../../ui/labels/tags-field.tsx';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';
import { inBatches } from '../parsing/estimate.ts';
import { documentQueries } from '../use-documents.ts';

/** One document, or those that are selected. */
export type Labelled = { document: Document } | { ids: readonly string[] };

type Props = { knowledgeBaseId: string; labelled: Labelled | undefined; onClose: () => void };

/** Tags and field values: of one document as they are, of many what is to be added, removed and set. */
export function LabelsDialog({ knowledgeBaseId, labelled, onClose }: Props) {
  const { t } = useTranslation('labels');
  const title =
    labelled &&
    ('document' in labelled
      ? t('dialog.title', { name: labelled.document.name })
      : t('dialog.titleMany', { count: labelled.ids.length }));
  return (
    <Modal opened={labelled !== undefined} onClose={onClose} title={title} size="lg">
      {labelled &&
        ('document' in labelled ? (
          <OneDocument key={labelled.document.id} document={labelled.document} onClose={onClose} />
        ) : (
          <ManyDocuments knowledgeBaseId={knowledgeBaseId} ids={labelled.ids} onClose={onClose} />
        ))}
    </Modal>
  );
}

const changed = [...documentQueries, listDocumentLabels];
const saved = { invalidates: changed, successMessage: 'labels:dialog.saved', handlesError: true } as const;

function useFields(knowledgeBaseId: string) {
  const base = useApiQuery(getKnowledgeBase, { params: { knowledgeBaseId } }, { staleTime: 10_000 });
  const tags = useDocumentLabels([knowledgeBaseId])?.tags.map(({ name }) => name) ?? [];
  return { fields: base.data?.metadataFields ?? [], tags };
}

function OneDocument({ document, onClose }: { document: Document; onClose: () => void }) {
  const { t } = useTranslation('labels');
  const { fields, tags: suggestions } = useFields(document.knowledgeBaseId);
  const [tags, setTags] = useState(document.tags);
  const [values, setValues] = useState<FieldValues>(document.fieldValues);
  const save = useApiMutation(updateDocument, { ...saved, onSuccess: onClose });
  const submit = () => {
    const removed = Object.keys(document.fieldValues).filter((key) => !(key in values));
    const fieldValues = { ...values, ...Object.fromEntries(removed.map((key) => [key, null])) };
    save.mutate({ params: { documentId: document.id }, body: { tags, fieldValues } });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TagsField description={t('tags.hint')} value={tags} onChange={setTags} suggestions={suggestions} />
        {fields.length > 0 ? (
          <FieldInputs fields={fields} values={values} onChange={setValues} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('dialog.noFields')}
          </Text>
        )}
        <FormError error={save.error} />
        <DialogActions label={t('dialog.save')} onCancel={onClose} busy={save.isPending} />
      </Stack>
    </form>
  );
}

type ManyProps = { knowledgeBaseId: string; ids: readonly string[]; onClose: () => void };

function ManyDocuments({ knowledgeBaseId, ids, onClose }: ManyProps) {
  const { t } = useTranslation('labels');
  const { fields, tags: suggestions } = useFields(knowledgeBaseId);
  const [addTags, setAddTags] = useState<string[]>([]);
  const [removeTags, setRemoveTags] = useState<string[]>([]);
  const [values, setValues] = useState<FieldValues>({});
  const save = useApiMutation(labelDocuments, saved);
  const nothing = addTags.length + removeTags.length + Object.keys(values).length === 0;
  const submit = async () => {
    for (const documentIds of inBatches([...ids]))
      await save.mutateAsync({
        params: { knowledgeBaseId },
        body: { documentIds, addTags, removeTags, fieldValues: values },
      });
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit().catch(() => undefined);
      }}
    >
      <Stack gap="md">
        <TagsField
          label={t('dialog.addTags')}
          value={addTags}
          onChange={setAddTags}
          suggestions={suggestions}
        />
        <TagsField
          label={t('dialog.removeTags')}
          value={removeTags}
          onChange={setRemoveTags}
          suggestions={suggestions}
        />
        {fields.length > 0 && (
          <>
            <FieldInputs fields={fields} values={values} onChange={setValues} />
            <Text size="xs" c="dimmed">
              {t('dialog.unchanged')}
            </Text>
          </>
        )}
        <FormError error={save.error} />
        <DialogActions label={t('dialog.save')} onCancel={onClose} busy={save.isPending} disabled={nothing} />
      </Stack>
    </form>
  );
}
