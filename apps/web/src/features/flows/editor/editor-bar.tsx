import type { Flow } from '@lectern/contract';
import { ActionIcon, Badge, Box, Button, Group, Text, Tooltip } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconLayoutGridAdd,
  IconListDetails,
  IconPlayerPlay,
  IconSearch,
  IconSitemap,
} from '@tabler/icons-react';
import { useReactFlow } from '@xyflow/react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../../ui/display/long-text.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { TriggersButton } from '../triggers/triggers-button.tsx';
import { ChatButton } from '../versions/chat-button.tsx';
import { EvaluateButton } from '../versions/evaluate-button.tsx';
import { PublishButton } from '../versions/publish-button.tsx';
import { VersionsButton } from '../versions/versions-button.tsx';
import { layOut } from './auto-layout.ts';
import classes from './flow-editor.module.css';
import type { Components } from './graph-edits.ts';
import type { FlowDraft } from './use-flow-draft.ts';

type Props = {
  flow: Flow;
  draft: FlowDraft;
  components: Components;
  onRun: () => void;
  onRuns: () => void;
  onSearch: () => void;
  onSettings: () => void;
  /** Where the palette is not beside the canvas. */
  onPalette: (() => void) | undefined;
};

/** Name, state and actions of the flow. */
export function EditorBar(props: Props) {
  const { flow, draft, components, onRun, onRuns, onSearch, onSettings, onPalette } = props;
  const { t } = useTranslation('flows');
  const { fitView } = useReactFlow();
  const tidyUp = async () => {
    const laidOut = await layOut(draft.graph, components);
    draft.change(() => laidOut);
    requestAnimationFrame(() => void fitView({ maxZoom: 1, padding: 0.2, duration: 200 }));
  };
  return (
    <div className={classes.bar}>
      <TextLink to="/flow" c="dimmed" aria-label={t('editor.back')}>
        <IconArrowLeft size={18} aria-hidden />
      </TextLink>
      <Box component="h1" m={0} fz="1rem" fw={620} miw={0} flex="1 1 120px">
        <LongText>{flow.name}</LongText>
      </Box>
      <SaveState draft={draft} />
      <Group gap={4} wrap="nowrap">
        {onPalette && (
          <Tooltip label={t('palette.title')}>
            <ActionIcon aria-label={t('palette.title')} onClick={onPalette}>
              <IconLayoutGridAdd size={18} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={t('editor.undo')}>
          <ActionIcon aria-label={t('editor.undo')} disabled={!draft.undo} onClick={draft.undo}>
            <IconArrowBackUp size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('editor.redo')}>
          <ActionIcon aria-label={t('editor.redo')} disabled={!draft.redo} onClick={draft.redo}>
            <IconArrowForwardUp size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('editor.tidyUp')}>
          <ActionIcon aria-label={t('editor.tidyUp')} onClick={() => void tidyUp()}>
            <IconSitemap size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('find.title')}>
          <ActionIcon aria-label={t('find.title')} onClick={onSearch}>
            <IconSearch size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('settings.title')}>
          <ActionIcon aria-label={t('settings.title')} onClick={onSettings}>
            <IconAdjustments size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('runs.title')}>
          <ActionIcon aria-label={t('runs.title')} onClick={onRuns}>
            <IconListDetails size={18} />
          </ActionIcon>
        </Tooltip>
        <TriggersButton flow={flow} />
        <VersionsButton flow={flow} draft={draft} />
        <EvaluateButton flow={flow} draft={draft} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={onRun}
        >
          {t('editor.run')}
        </Button>
        <ChatButton flow={flow} />
        <PublishButton flow={flow} draft={draft} />
      </Group>
    </div>
  );
}

function SaveState({ draft }: { draft: FlowDraft }) {
  const { t } = useTranslation('flows');
  if (draft.saveState === 'failed')
    return (
      <Button size="compact-sm" color="red" variant="light" onClick={draft.retry}>
        {t('save.failed')}
      </Button>
    );
  if (draft.saveState === 'conflict') return <Badge color="orange">{t('save.conflictBadge')}</Badge>;
  return (
    <Text size="xs" c="dimmed" aria-live="polite">
      {t(`save.${draft.saveState}`)}
    </Text>
  );
}
