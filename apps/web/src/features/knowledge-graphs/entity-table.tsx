import type { GraphEntity, KnowledgeGraph } from '@lectern/contract';
import { Anchor, Select, Text } from '@mantine/core';
import { IconSitemap } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './graph.module.css';
import { TypeMark } from './type-mark.tsx';
import { type EntityFilter, entitiesPageSize, useEntities } from './use-graph.ts';
import { useTypeName } from './use-type-name.ts';

type EntityTableProps = {
  graph: KnowledgeGraph;
  /** What choosing an entity leads to. */
  onChoose: (entity: GraphEntity) => void;
};

/** All entities, the weightiest first: what the drawing shows, for the keyboard and for screen readers too. */
export function EntityTable({ graph, onChoose }: EntityTableProps): ReactNode {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const typeName = useTypeName();
  const [filter, setFilter] = useState<EntityFilter>({ page: 1 });
  const query = useEntities(graph.knowledgeBaseId, filter);
  const columns: Column<GraphEntity>[] = [
    {
      key: 'name',
      header: t('entities.name'),
      card: 'title',
      render: (entity) => (
        <Anchor
          component="button"
          type="button"
          ta="left"
          fw={550}
          aria-label={t('entities.show', { name: entity.name })}
          onClick={() => onChoose(entity)}
          className={classes.name}
        >
          <LongText>{entity.name}</LongText>
          {entity.aliases.length > 0 && (
            <Text span size="xs" c="dimmed" className={classes.aliases}>
              {entity.aliases.join(', ')}
            </Text>
          )}
        </Anchor>
      ),
    },
    {
      key: 'type',
      header: t('entities.type'),
      width: 160,
      render: ({ type }) => <TypeMark type={type} types={graph.types.map((known) => known.type)} />,
    },
    ...(['mentions', 'degree', 'rank'] as const).map(
      (key): Column<GraphEntity> => ({
        key,
        header: t(`entities.${key === 'degree' ? 'relations' : key}`),
        width: 110,
        align: 'right',
        render: (entity) => <span className="numeric">{format.number(entity[key])}</span>,
      }),
    ),
  ];
  return (
    <>
      <div className={classes.filters}>
        <SearchInput
          label={t('entities.search')}
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search, page: 1 })}
          flex={1}
        />
        <Select
          aria-label={t('entities.type')}
          placeholder={t('entities.allTypes')}
          clearable
          data={graph.types.map(({ type }) => ({ value: type, label: typeName(type) }))}
          value={filter.type ?? null}
          onChange={(type) => setFilter({ ...filter, type: type ?? undefined, page: 1 })}
        />
      </div>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={8} height={44} />}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState icon={IconSitemap} title={t('entities.none')} text={t('entities.noneHint')} />
          ) : (
            <DataTable
              label={t('entities.title')}
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              rowLabel={({ name }) => name}
              paging={{
                page: filter.page,
                pageSize: entitiesPageSize,
                total,
                onPage: (page) => setFilter({ ...filter, page }),
              }}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}
