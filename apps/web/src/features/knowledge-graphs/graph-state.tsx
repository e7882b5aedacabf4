import type { KnowledgeBase, KnowledgeGraph } from '@lectern/contract';
import { ActionIcon, Alert, Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDotsVertical, IconPlayerStop, IconRefresh, IconSitemap, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/display/facts.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { isBuilding, useGraphActions } from './use-graph.ts';

const tones = {
  none: 'gray',
  queued: 'gray',
  building: 'teal',
  ready: 'green',
  failed: 'red',
  cancelled: 'gray',
};

type GraphStateProps = { knowledgeBase: KnowledgeBase; graph: KnowledgeGraph };

/** What there is of the graph, what is being done, and what can be done. */
export function GraphState({ knowledgeBase, graph }: GraphStateProps) {
  const { t } = useTranslation('graph');
  const format = useFormat();
  const { build, cancel } = useGraphActions();
  const params = { knowledgeBaseId: knowledgeBase.id };
  const mayChange = knowledgeBase.abilities.update;
  const building = isBuilding(graph);
  const exists = graph.builtAt !== null;

  if (!exists && !building && graph.state !== 'failed')
    return (
      <EmptyState
        icon={IconSitemap}
        title={knowledgeBase.chunkCount > 0 ? t('card.none') : t('card.noDocuments')}
        text={knowledgeBase.chunkCount > 0 ? t('card.noneHint') : t('card.noDocumentsHint')}
        action={
          mayChange &&
          knowledgeBase.chunkCount > 0 && (
            <Button
              leftSection={<IconSitemap size={16} aria-hidden />}
              loading={build.isPending}
              onClick={() => build.mutate({ params, body: {} })}
            >
              {t('card.build')}
            </Button>
          )
        }
      />
    );

  const counts = [
    ['entities', graph.entityCount],
    ['relations', graph.relationCount],
    ['communities', graph.communityCount],
    ['chunks', graph.chunkCount],
  ] as const;
  return (
    <SectionCard
      title={t('card.title')}
      action={
        <Group gap="xs" wrap="nowrap">
          <Badge color={tones[graph.state]} size="lg">
            {t(`states.${graph.state}`)}
          </Badge>
          {mayChange && <MoreActions knowledgeBase={knowledgeBase} building={building} />}
        </Group>
      }
    >
      <Stack gap="md">
        {building && (
          <RunProgress
            label={t('card.progress')}
            stage={graph.stage ? t(`stages.${graph.stage}`) : t('states.queued')}
            percent={graph.percent}
            queued={graph.state === 'queued'}
          />
        )}
        {graph.error && building && (
          <Alert color="yellow" role="status">
            {t('card.waits', { reason: graph.error.message })}
          </Alert>
        )}
        {graph.error && graph.state === 'failed' && (
          <FormError title={t('card.failed')}>
            {graph.error.message} {exists && t('card.keepsAnswering')}
          </FormError>
        )}
        {exists && (
          <Facts
            layout="figures"
            items={counts.map(([key, value]) => [t(`counts.${key}`), format.number(value)])}
          />
        )}
        {exists && (
          <Text size="sm" c="dimmed">
            {graph.modelName === null ? t('card.readBuiltIn') : t('card.readBy', { model: graph.modelName })}
            {' · '}
            {graph.builtAt && <FormattedDate at={graph.builtAt} style="dateTime" />}
            {graph.chunksLeftOut > 0 &&
              ` · ${t('card.leftOut', { shown: format.number(graph.chunksLeftOut) })}`}
            {graph.skipped > 0 &&
              ` · ${t('card.skipped', { count: graph.skipped, shown: format.number(graph.skipped) })}`}
          </Text>
        )}
        <Group gap="xs">
          {exists && graph.entityCount > 0 && (
            <LinkButton
              to="/force"
              search={{ id: knowledgeBase.id }}
              leftSection={<IconSitemap size={16} aria-hidden />}
            >
              {t('card.open')}
            </LinkButton>
          )}
          {mayChange && building && (
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params })}
            >
              {t('card.cancel')}
            </Button>
          )}
          {mayChange && !building && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              loading={build.isPending}
              onClick={() => build.mutate({ params, body: {} })}
            >
              {exists ? t('card.update') : t('card.build')}
            </Button>
          )}
        </Group>
      </Stack>
    </SectionCard>
  );
}

function MoreActions({ knowledgeBase, building }: { knowledgeBase: KnowledgeBase; building: boolean }) {
  const { t } = useTranslation('graph');
  const { build, remove } = useGraphActions();
  const params = { knowledgeBaseId: knowledgeBase.id };
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('card.actions')}>
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!building && (
          <Menu.Item
            leftSection={<IconRefresh size={16} />}
            onClick={() =>
              openConfirmModal({
                title: t('card.afreshTitle'),
                text: t('card.afreshText'),
                confirmLabel: t('card.afresh'),
                destructive: false,
                onConfirm: () => build.mutateAsync({ params, body: { afresh: true } }),
              })
            }
          >
            {t('card.afresh')}
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--danger)"
          leftSection={<IconTrash size={16} />}
          onClick={() =>
            openConfirmModal({
              title: t('card.deleteTitle', { name: knowledgeBase.name }),
              text: t('card.deleteText'),
              confirmLabel: t('card.delete'),
              onConfirm: () => remove.mutateAsync({ params }),
            })
          }
        >
          {t('card.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
