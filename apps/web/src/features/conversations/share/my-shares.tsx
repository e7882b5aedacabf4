import { listShares } from '@lectern/contract';
import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { ShareList } from './share-list.tsx';

const pageStep = 20;

/** All links that the person has made; nothing where there are none. */
export function MyShares() {
  const { t } = useTranslation('share');
  const [pageSize, setPageSize] = useState(pageStep);
  const { data } = useApiQuery(listShares, { query: { pageSize } }, { placeholderData: keepPreviousData });
  if (!data || data.total === 0) return null;
  return (
    <SectionCard title={t('mine')} description={t('mineText')}>
      <ShareList shares={data.items} named />
      {data.total > data.items.length && (
        <Button variant="subtle" color="gray" onClick={() => setPageSize(pageSize + pageStep)}>
          {t('more')}
        </Button>
      )}
    </SectionCard>
  );
}
