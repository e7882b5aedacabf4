import { Button, FileButton } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import { useArchiveTasks } from './use-archives.ts';

const bytesOfMegabyte = 1024 * 1024;

/** Takes an archive from disk; `refusal` says what is wrong with it before a byte is sent. */
export function ImportButton({
  busy,
  onFile,
}: {
  busy: boolean;
  onFile: (file: File, refusal?: string) => void;
}) {
  const { t } = useTranslation('archives');
  const format = useFormat();
  const { data } = useArchiveTasks();
  const reset = useRef<() => void>(null);
  const max = data && data.maxMegabytes * bytesOfMegabyte;
  return (
    <FileButton
      accept=".lectern,application/zip"
      resetRef={reset}
      onChange={(file) => {
        // The same file can be chosen again.
        reset.current?.();
        if (!file) return;
        const isTooLarge = max !== undefined && file.size > max;
        onFile(file, isTooLarge ? t('import.tooLarge', { max: format.bytes(max) }) : undefined);
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={busy}
          title={max === undefined ? undefined : t('import.hint', { max: format.bytes(max) })}
          leftSection={<IconPackageImport size={16} aria-hidden />}
        >
          {t('import.button')}
        </Button>
      )}
    </FileButton>
  );
}
