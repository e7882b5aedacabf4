import { Button } from '@mantine/core';
import { IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';

type UploadActionsProps = {
  importButton: ReactNode;
  onFiles: (files: readonly File[]) => void;
  onNewFolder: () => void;
};

/** What brings something new into the folder that is shown. */
export function UploadActions({ importButton, onFiles, onNewFolder }: UploadActionsProps) {
  const { t } = useTranslation('files');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={onNewFolder}>
        {t('actions.newFolder')}
      </Button>
      {importButton}
      <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => picker.current?.click()}>
        {t('actions.upload')}
      </Button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('actions.upload')}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file chosen again must count as a change.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
