import type { Chunk } from '@lectern/contract';
import {
  ActionIcon,
  Badge,
  Checkbox,
  Flex,
  Group,
  Menu,
  Pill,
  Switch,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconArrowBackUp, IconArrowMerge, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkKindBadge } from '../../ui/chunks/chunk-kind-badge.tsx';
import { ChunkPicture } from '../../ui/chunks/chunk-picture.tsx';
import { ChunkQuestions } from '../../ui/chunks/chunk-questions.tsx';
import { HeadingPath } from '../../ui/chunks/heading-path.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import classes from './chunk-card.module.css';
import { ChunkFields } from './chunk-fields.tsx';
import { ChunkSources } from './chunk-sources.tsx';

type ChunkCardProps = {
  chunk: Chunk;
  current: boolean;
  checked: boolean;
  /** The whole text instead of its beginning. */
  full: boolean;
  readOnly: boolean;
  onSelect: (chunk: Chunk) => void;
  onCheck: (chunk: Chunk) => void;
  onEnable: (chunk: Chunk, enabled: boolean) => void;
  onEdit: (chunk: Chunk) => void;
  onDelete: (chunk: Chunk) => void;
  onMerge: (chunk: Chunk) => void;
  onUndo: (chunk: Chunk) => void;
  /** Goes to a chunk that a summary was written over. */
  onSource: (chunkId: string) => void;
};

export const ChunkCard = memo(function ChunkCard(props: ChunkCardProps) {
  const { chunk, current, checked, full, readOnly } = props;
  const { onSelect, onCheck, onEnable, onEdit, onDelete, onMerge, onUndo, onSource } = props;
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const card = useRef<HTMLLIElement>(null);
  const number = chunk.ordinal + 1;
  useEffect(() => {
    if (current) card.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  return (
    <li
      ref={card}
      className={classes.card}
      data-current={current || undefined}
      data-off={!chunk.enabled || undefined}
    >
      <Group gap={8} wrap="nowrap" py={8} px={12}>
        {!readOnly && (
          <Checkbox
            size="xs"
            checked={checked}
            onChange={() => onCheck(chunk)}
            aria-label={t('chunks.select', { number })}
          />
        )}
        <UnstyledButton
          className={classes.number}
          aria-pressed={current}
          aria-label={t('chunks.show', { number })}
          onClick={() => onSelect(chunk)}
        >
          {number}
        </UnstyledButton>
        <Text size="xs" c="dimmed" className={classes.facts}>
          {chunk.page !== null &&
            `${
              chunk.pageEnd !== null && chunk.pageEnd > chunk.page
                ? t('chunks.pages', { from: chunk.page, to: chunk.pageEnd })
                : t('chunks.page', { page: chunk.page })
            } · `}
          {t('chunks.tokens', { count: chunk.tokens, shown: format.number(chunk.tokens) })}
        </Text>
        <ChunkKindBadge kind={chunk.kind} />
        {chunk.edited && (
          <Badge size="xs" color="gray">
            {t('chunks.edited')}
          </Badge>
        )}
        <Group gap={2} ml="auto" wrap="nowrap">
          {!readOnly && (
            <>
              <Tooltip label={t('chunks.edit')}>
                <ActionIcon
                  size="sm"
                  aria-label={t('chunks.editOf', { number })}
                  onClick={() => onEdit(chunk)}
                >
                  <IconPencil size={15} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t('chunks.delete')}>
                <ActionIcon
                  size="sm"
                  aria-label={t('chunks.deleteOf', { number })}
                  onClick={() => onDelete(chunk)}
                >
                  <IconTrash size={15} stroke={1.6} />
                </ActionIcon>
              </Tooltip>
              <ChunkMenu chunk={chunk} onMerge={onMerge} onUndo={onUndo} />
            </>
          )}
          <Switch
            size="xs"
            ml={4}
            checked={chunk.enabled}
            disabled={readOnly}
            aria-label={t('chunks.enabledOf', { number })}
            onChange={(event) => onEnable(chunk, event.currentTarget.checked)}
          />
        </Group>
      </Group>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer; the number is the button. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
      <div className={classes.body} onClick={() => window.getSelection()?.isCollapsed && onSelect(chunk)}>
        <HeadingPath path={chunk.headingPath} />
        <ChunkQuestions questions={chunk.questions} />
        <Flex wrap="wrap" rowGap={8} columnGap={12}>
          {chunk.hasImage && (
            <ChunkPicture
              documentId={chunk.documentId}
              chunkId={chunk.id}
              label={t('chunks.picture', { number })}
            />
          )}
          <div className={full ? classes.full : classes.excerpt}>
            <Markdown text={chunk.text} />
          </div>
        </Flex>
        {/* The text of a row says the same already. */}
        {chunk.fields && (full || chunk.kind !== 'row') && <ChunkFields fields={chunk.fields} full={full} />}
        <ChunkSources chunk={chunk} onSource={onSource} />
        {chunk.keywords.length > 0 && (
          <Pill.Group mt={8}>
            {chunk.keywords.map((keyword) => (
              <Pill key={keyword} size="xs">
                {keyword}
              </Pill>
            ))}
          </Pill.Group>
        )}
      </div>
    </li>
  );
});

type ChunkMenuProps = Pick<ChunkCardProps, 'chunk' | 'onMerge' | 'onUndo'>;

/** What reshapes a chunk. Nothing for kinds that stay as they were read. */
function ChunkMenu({ chunk, onMerge, onUndo }: ChunkMenuProps) {
  const { t } = useTranslation('knowledge');
  if (chunk.kind !== 'text' && chunk.lastChange === null) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="sm" aria-label={t('chunks.more', { number: chunk.ordinal + 1 })}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {chunk.kind === 'text' && (
          <Menu.Item leftSection={<IconArrowMerge size={15} stroke={1.6} />} onClick={() => onMerge(chunk)}>
            {t('chunks.merge')}
          </Menu.Item>
        )}
        {chunk.lastChange !== null && (
          <Menu.Item leftSection={<IconArrowBackUp size={15} stroke={1.6} />} onClick={() => onUndo(chunk)}>
            {t(`chunks.undo.${chunk.lastChange}`)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
