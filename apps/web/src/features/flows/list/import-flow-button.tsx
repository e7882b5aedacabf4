import { importFlow, listFlows } from '@lectern/contract';
import { Button, FileButton } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';

/** Creates a flow from a file and opens it. */
export function ImportFlowButton({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('flows');
  const reset = useRef<() => void>(null);
  const add = useApiMutation(importFlow, {
    invalidates: [listFlows],
    successMessage: 'flows:list.imported',
    onSuccess: ({ id }) => onOpen(id),
  });
  return (
    <FileButton
      accept=".json,application/json"
      resetRef={reset}
      onChange={async (file) => {
        // The same file can be chosen again.
        reset.current?.();
        if (file) add.mutate({ body: { text: await file.text() } });
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={add.isPending}
          leftSection={<IconPackageImport size={16} aria-hidden />}
        >
          {t('list.import')}
        </Button>
      )}
    </FileButton>
  );
}
