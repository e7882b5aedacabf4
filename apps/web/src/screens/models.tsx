import { listModels } from '@lectern/contract';
import { Alert, Button } from '@mantine/core';
import { IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../api/queries.ts';
import { openModelDialog } from '../features/models/model-dialog.tsx';
import { ModelTable } from '../features/models/model-table.tsx';
import { SystemModelsCard } from '../features/models/system-models-card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { QueryBoundary } from '../ui/query-boundary.tsx';
import { SkeletonList } from '../ui/skeletons.tsx';
import classes from './models.module.css';

export function Screen() {
  const { t } = useTranslation('shell');
  const models = useApiQuery(listModels, { query: {} });
  return (
    <>
      <PageHeader
        title={t('settings.models')}
        description={t('models.text')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openModelDialog(t)}>
            {t('models.add')}
          </Button>
        }
      />
      <QueryBoundary query={models} skeleton={<SkeletonList rows={5} height={56} />}>
        {({ items }) => (
          <div className={classes.stack}>
            {items.every((model) => model.builtIn) && (
              <Alert
                role="note"
                color="teal"
                icon={<IconInfoCircle aria-hidden />}
                title={t('models.builtInOnlyTitle')}
              >
                {t('models.builtInOnlyText')}
              </Alert>
            )}
            <ModelTable models={items} />
            <SystemModelsCard models={items} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
