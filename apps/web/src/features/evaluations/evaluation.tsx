import {
  createEvaluationSet,
  type KnowledgeBase,
  type RetrievalSettings,
  updateEvaluationSet,
} from '@lectern/contract';
import { ActionIcon, Button, Group, Menu, Select, Stack } from '@mantine/core';
import { IconDotsVertical, IconPencil, IconPlus, IconReportAnalytics, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { NameDialog } from '../../ui/form/name-dialog.tsx';
import { QuestionList } from './question-list.tsx';
import type { RenderSettings } from './run-dialog.tsx';
import { RunList } from './run-list.tsx';
import { createdSet, renamedSet, useEvaluationActions, useEvaluationSets } from './use-evaluations.ts';

/** What the address says is shown. */
export type EvaluationView = { set?: string; run?: string };

type EvaluationProps = {
  knowledgeBase: KnowledgeBase;
  view: EvaluationView;
  onView: (view: EvaluationView) => void;
  renderSettings: RenderSettings;
  linkToTest: (settings: RetrievalSettings) => ReactNode;
};

/** The question sets of a base, and how well each of its settings finds what they expect. */
export function Evaluation({ knowledgeBase, view, onView, renderSettings, linkToTest }: EvaluationProps) {
  const { t } = useTranslation('evaluation');
  const query = useEvaluationSets(knowledgeBase.id);
  const { deleteSet } = useEvaluationActions();
  const [naming, setNaming] = useState<'new' | 'rename'>();
  const mayChange = knowledgeBase.abilities.update;
  const set = query.data?.items.find(({ id }) => id === view.set) ?? query.data?.items[0];
  const newButton = mayChange && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming('new')}>
      {t('sets.create')}
    </Button>
  );
  return (
    <>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={64} />}>
        {({ items }) =>
          set === undefined ? (
            <EmptyState
              icon={IconReportAnalytics}
              title={t('sets.none')}
              text={t('sets.noneHint')}
              action={newButton}
            />
          ) : (
            <Stack gap="lg">
              <Group gap="xs" align="flex-end">
                <Select
                  label={t('sets.label')}
                  allowDeselect={false}
                  flex="1 1 220px"
                  maw={420}
                  data={items.map(({ id, name }) => ({ value: id, label: name }))}
                  value={set.id}
                  onChange={(id) => id && onView({ set: id })}
                />
                {mayChange && (
                  <>
                    <Menu>
                      <Menu.Target>
                        <ActionIcon size="lg" aria-label={t('sets.actions')}>
                          <IconDotsVertical size={17} stroke={1.6} aria-hidden />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setNaming('rename')}>
                          {t('sets.rename')}
                        </Menu.Item>
                        <Menu.Item
                          color="var(--danger)"
                          leftSection={<IconTrash size={16} />}
                          onClick={() =>
                            openConfirmModal({
                              title: t('sets.deleteTitle', { name: set.name }),
                              text: t('sets.deleteText'),
                              confirmLabel: t('delete'),
                              onConfirm: async () => {
                                await deleteSet.mutateAsync({ params: { evaluationSetId: set.id } });
                                onView({});
                              },
                            })
                          }
                        >
                          {t('delete')}
                        </Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                    {newButton}
                  </>
                )}
              </Group>
              <RunList
                key={`runs ${set.id}`}
                knowledgeBase={knowledgeBase}
                set={set}
                runId={view.run}
                onRun={(run) => onView({ set: set.id, ...(run === undefined ? {} : { run }) })}
                renderSettings={renderSettings}
                linkToTest={linkToTest}
              />
              <QuestionList key={`questions ${set.id}`} knowledgeBase={knowledgeBase} set={set} />
            </Stack>
          )
        }
      </QueryBoundary>
      <NameDialog
        endpoint={createEvaluationSet}
        params={{ knowledgeBaseId: knowledgeBase.id }}
        {...createdSet}
        title={t('sets.createTitle')}
        placeholder={t('sets.namePlaceholder')}
        opened={naming === 'new'}
        onClose={() => setNaming(undefined)}
        onSaved={({ id }) => onView({ set: id })}
      />
      {set && (
        <NameDialog
          endpoint={updateEvaluationSet}
          params={{ evaluationSetId: set.id }}
          {...renamedSet}
          title={t('sets.renameTitle')}
          initialName={set.name}
          opened={naming === 'rename'}
          onClose={() => setNaming(undefined)}
        />
      )}
    </>
  );
}
