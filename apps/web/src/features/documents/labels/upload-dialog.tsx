import type { DocumentLabels, FieldValues, KnowledgeBase } from '@lectern/contract';
import { List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FieldInputs } from '../../../ui/labels/field-inputs.tsx';
import { TagsField } from '../../../ui/labels/tags-field.tsx';
import { useDocumentLabels } from '../../../ui/labels/use-document-labels.ts';

type Props = {
  knowledgeBase: KnowledgeBase;
  /** Undefined: closed. */
  files: readonly File[] | undefined;
  onClose: () => void;
  onUpload: (labels: DocumentLabels) => void;
};

/** Tags and field values for the files that were chosen. */
export function UploadDialog({ knowledgeBase, files, onClose, onUpload }: Props) {
  const { t } = useTranslation('labels');
  return (
    <Modal
      opened={files !== undefined}
      onClose={onClose}
      title={t('upload.title', { count: files?.length ?? 0 })}
      size="lg"
    >
      {files && (
        <UploadForm knowledgeBase={knowledgeBase} files={files} onClose={onClose} onUpload={onUpload} />
      )}
    </Modal>
  );
}

const shownFiles = 5;

function UploadForm({ knowledgeBase, files, onClose, onUpload }: Props & { files: readonly File[] }) {
  const { t } = useTranslation('labels');
  const suggestions = useDocumentLabels([knowledgeBase.id])?.tags.map(({ name }) => name) ?? [];
  const [tags, setTags] = useState<string[]>([]);
  const [fieldValues, setFieldValues] = useState<FieldValues>({});
  const more = files.length - shownFiles;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onUpload({ tags, fieldValues });
      }}
    >
      <Stack gap="md">
        <List size="sm" c="dimmed">
          {files.slice(0, shownFiles).map((file) => (
            <List.Item key={`${file.name}${file.size}`} className="break-anywhere">
              {file.name}
            </List.Item>
          ))}
          {more > 0 && <List.Item>{t('upload.andMore', { count: more })}</List.Item>}
        </List>
        <Text size="sm">{t('upload.hint')}</Text>
        <TagsField value={tags} onChange={setTags} suggestions={suggestions} />
        <FieldInputs fields={knowledgeBase.metadataFields} values={fieldValues} onChange={setFieldValues} />
        <DialogActions label={t('upload.submit')} onCancel={onClose} />
      </Stack>
    </form>
  );
}
