import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

/** The address names a folder that is not there, or no longer. */
export function MissingFolder({ error, onTop }: { error: unknown; onTop: () => void }) {
  const { t } = useTranslation('files');
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack align="center" gap={0}>
        <ErrorState error={error} />
        <Button variant="default" onClick={onTop}>
          {t('actions.backToTop')}
        </Button>
      </Stack>
    </>
  );
}
