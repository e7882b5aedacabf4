import { listModels } from '@lectern/contract';
import { Alert, Button } from '@mantine/core';
import { IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { DefaultModelsCard } from '../../features/models/default-models-card.tsx';
import { LocalModelsCard } from '../../features/models/local-models-card.tsx';
import { openModelDialog } from '../../features/models/model-dialog.tsx';
import { platformOwner } from '../../features/models/model-owner.ts';
import { ModelTable } from '../../features/models/model-table.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';
import classes from './models.module.css';

export function Screen() {
  const { t } = useTranslation(['models', 'shell']);
  const models = useApiQuery(listModels, { query: {} });
  return (
    <>
      <PageHeader
        title={t('shell:settings.models')}
        description={t('text')}
        actions={
          <>
            <ScopeSwitch
              own="/user-setting/company_models"
              all="/user-setting/lectern_model"
              permission="SettingsModel"
            />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => openModelDialog(t, platformOwner)}
            >
              {t('add')}
            </Button>
          </>
        }
      />
      <QueryBoundary query={models} skeleton={<SkeletonList rows={5} height={56} />}>
        {({ items }) => {
          // Those of the administrator's own company have their screen there.
          const shared = items.filter((model) => model.owner !== 'company');
          return (
            <div className={classes.stack}>
              {shared.every((model) => model.builtIn) && (
                <Alert
                  role="note"
                  color="teal"
                  icon={<IconInfoCircle aria-hidden />}
                  title={t('builtInOnlyTitle')}
                >
                  {t('builtInOnlyText')}
                </Alert>
              )}
              <ModelTable models={shared} owner={platformOwner} label={t('list')} />
              <LocalModelsCard />
              <DefaultModelsCard owner={platformOwner} models={shared} />
            </div>
          );
        }}
      </QueryBoundary>
    </>
  );
}
