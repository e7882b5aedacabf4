import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCloudDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { S3Dialog } from './s3-dialog.tsx';

/** Brings files of a bucket into the folder that is shown. */
export function S3ImportButton({ folderId }: { folderId: string | null }) {
  const { t } = useTranslation('files');
  const [opened, dialog] = useDisclosure(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCloudDownload size={16} aria-hidden />}
        onClick={dialog.open}
      >
        {t('s3.button')}
      </Button>
      <S3Dialog opened={opened} folderId={folderId} onClose={dialog.close} />
    </>
  );
}
