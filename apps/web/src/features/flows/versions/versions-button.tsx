import {
  type Flow,
  type FlowGraph,
  type FlowNode,
  getFlow,
  getFlowVersion,
  listFlowComponents,
  listFlows,
  listFlowVersions,
  restoreFlowVersion,
} from '@lectern/contract';
import { ActionIcon, Badge, Box, Button, Drawer, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import type { FlowDraft } from '../editor/use-flow-draft.ts';
import { compareGraphs } from './compare-graphs.ts';

/** The published versions: what each changed against the draft, and the way back to it. */
export function VersionsButton({ flow, draft }: { flow: Flow; draft: FlowDraft }) {
  const { t } = useTranslation('flows');
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label={t('versions.title')}>
        <ActionIcon aria-label={t('versions.title')} onClick={open}>
          <IconHistory size={18} />
        </ActionIcon>
      </Tooltip>
      <Drawer opened={opened} onClose={close} position="right" title={t('versions.title')}>
        {opened && <Versions flow={flow} draft={draft} onRestored={close} />}
      </Drawer>
    </>
  );
}

function Versions({ flow, draft, onRestored }: { flow: Flow; draft: FlowDraft; onRestored: () => void }) {
  const { t } = useTranslation('flows');
  const query = useApiQuery(listFlowVersions, { params: { flowId: flow.id }, query: { pageSize: 100 } });
  const [compared, setCompared] = useState<number>();
  const restore = useApiMutation(restoreFlowVersion, {
    invalidates: [listFlowVersions, listFlows, getFlow],
    handlesError: true,
    onSuccess: async () => {
      await draft.takeTheirs();
      onRestored();
    },
  });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText />}>
      {({ items }) =>
        items.length === 0 ? (
          <Text c="dimmed">{t('versions.none')}</Text>
        ) : (
          <Stack gap="md">
            {items.map((version) => (
              <Box key={version.number} component="article">
                <Group gap={8}>
                  <Text fw={600}>{t('versions.number', { number: version.number })}</Text>
                  {version.number === flow.publishedVersion && (
                    <Badge variant="light">{t('versions.current')}</Badge>
                  )}
                </Group>
                <Text size="xs" c="dimmed">
                  {version.publishedByName} · <FormattedDate at={version.publishedAt} />
                </Text>
                {version.note && <Text size="sm">{version.note}</Text>}
                <Group gap={6} mt={6}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => setCompared(compared === version.number ? undefined : version.number)}
                  >
                    {t('versions.compare')}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() =>
                      openConfirmModal({
                        title: t('versions.restoreTitle', { number: version.number }),
                        text: t('versions.restoreText'),
                        confirmLabel: t('versions.restore'),
                        destructive: false,
                        onConfirm: () =>
                          restore.mutateAsync({ params: { flowId: flow.id, number: version.number } }),
                      })
                    }
                  >
                    {t('versions.restore')}
                  </Button>
                </Group>
                {compared === version.number && (
                  <Differences flowId={flow.id} number={version.number} draft={draft.graph} />
                )}
              </Box>
            ))}
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

function Differences({ flowId, number, draft }: { flowId: string; number: number; draft: FlowGraph }) {
  const { t } = useTranslation('flows');
  const query = useApiQuery(getFlowVersion, { params: { flowId, number } });
  const components = useApiQuery(listFlowComponents, {}, { staleTime: Number.POSITIVE_INFINITY });
  const rules: Record<string, string> = {
    onError: t('panel.onError'),
    fallback: t('panel.fallback'),
    retries: t('panel.retries'),
    retryDelaySeconds: t('panel.retries'),
    timeoutSeconds: t('panel.timeout'),
  };
  const labelOf = ({ component }: FlowNode, option: string) => {
    const known = components.data?.items.find(({ id }) => id === component);
    return known?.options.find(({ name }) => name === option)?.label ?? rules[option] ?? option;
  };
  return (
    <QueryBoundary query={query} skeleton={<SkeletonText />}>
      {({ graph }) => {
        const differences = compareGraphs(graph, draft, labelOf);
        return (
          <Box mt={6} p="xs" bg="var(--mantine-color-default-hover)" style={{ borderRadius: 8 }}>
            {differences.length === 0 && <Text size="sm">{t('versions.same')}</Text>}
            {differences.map(({ kind, name, detail }) => (
              <Text key={`${kind}:${name}:${detail}`} size="sm">
                {t(`versions.differences.${kind}`, { name, detail })}
              </Text>
            ))}
          </Box>
        );
      }}
    </QueryBoundary>
  );
}
