import { importFlow, listFlows, type ResponseOf } from '@lectern/contract';
import { Button, FileButton } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { notify } from '../../../ui/feedback/notify.ts';
import { ImportReport } from './import-report.tsx';

/** Creates a flow from a file and opens it; of another product's file it first tells what became of its parts. */
export function ImportFlowButton({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('flows');
  const reset = useRef<() => void>(null);
  const [imported, setImported] = useState<ResponseOf<typeof importFlow>>();
  const add = useApiMutation(importFlow, {
    invalidates: [listFlows],
    onSuccess: (flow) => {
      if (flow.report.source !== 'lectern') return setImported(flow);
      notify('success', t('list.imported'));
      onOpen(flow.id);
    },
  });
  return (
    <>
      <FileButton
        accept=".json,.yml,.yaml,application/json,application/yaml"
        resetRef={reset}
        onChange={async (file) => {
          // The same file can be chosen again.
          reset.current?.();
          if (file) add.mutate({ body: { text: await file.text(), fileName: file.name.slice(0, 255) } });
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
      <ImportReport
        flow={imported}
        onOpen={() => imported && onOpen(imported.id)}
        onClose={() => setImported(undefined)}
      />
    </>
  );
}
