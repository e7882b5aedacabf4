import { getSystemModels, listModels, type Model } from '@lectern/contract';
import { Button } from '@mantine/core';
import { IconCpu, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { DefaultModelsCard } from '../../features/models/default-models-card.tsx';
import { openModelDialog } from '../../features/models/model-dialog.tsx';
import { companyOwner } from '../../features/models/model-owner.ts';
import { ModelTable } from '../../features/models/model-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ScopeSwitch } from '../../ui/layout/scope-switch.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from '../administration/models.module.css';

export function Screen() {
  const { t } = useTranslation(['models', 'shell']);
  const models = useApiQuery(listModels, { query: {} });
  const hasOwn = models.data?.items.some((model) => model.owner === 'company') ?? false;
  return (
    <>
      <PageHeader
        title={t('shell:settings.companyModels')}
        description={t('companyText')}
        // Where there is nothing yet, the same button is in the middle.
        actions={
          <>
            <ScopeSwitch
              own="/user-setting/company_models"
              all="/user-setting/lectern_model"
              permission="SettingsModel"
            />
            {hasOwn && <AddButton />}
          </>
        }
      />
      <QueryBoundary query={models} skeleton={<SkeletonList rows={5} height={56} />}>
        {({ items }) => <CompanyModels models={items} />}
      </QueryBoundary>
    </>
  );
}

function AddButton() {
  const { t } = useTranslation('models');
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => openModelDialog(t, companyOwner)}>
      {t('add')}
    </Button>
  );
}

function CompanyModels({ models }: { models: readonly Model[] }) {
  const { t } = useTranslation(['models', 'shell']);
  const inherited = useApiQuery(getSystemModels, {});
  const own = models.filter((model) => model.owner === 'company');
  const given = models.filter((model) => model.owner !== 'company');
  return (
    <div className={classes.stack}>
      {own.length > 0 ? (
        <ModelTable models={own} owner={companyOwner} label={t('shell:settings.companyModels')} />
      ) : (
        <EmptyState
          icon={IconCpu}
          title={t('companyNone')}
          text={t('companyNoneText')}
          action={<AddButton />}
        />
      )}
      <div>
        <QueryBoundary query={inherited} skeleton={<SkeletonList rows={2} height={56} />}>
          {(system) => <DefaultModelsCard owner={companyOwner} models={models} inherited={system} />}
        </QueryBoundary>
        <SectionCard title={t('given')} description={t('givenText')}>
          <ModelTable models={given} label={t('given')} />
        </SectionCard>
      </div>
    </div>
  );
}
