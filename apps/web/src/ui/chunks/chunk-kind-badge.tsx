import type { ChunkKind } from '@lectern/contract';
import { Badge, Tooltip } from '@mantine/core';
import {
  IconHelpCircle,
  IconId,
  IconListDetails,
  IconPhoto,
  IconPresentation,
  IconRowInsertBottom,
  IconSum,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

const icons: Record<Exclude<ChunkKind, 'text'>, TablerIcon> = {
  table: IconTable,
  image: IconPhoto,
  row: IconRowInsertBottom,
  question_answer: IconHelpCircle,
  slide: IconPresentation,
  profile: IconId,
  contents: IconListDetails,
  summary: IconSum,
};

/** What a chunk consists of; plain text needs no badge. */
export function ChunkKindBadge({ kind }: { kind: ChunkKind }) {
  const { t } = useTranslation('knowledge');
  if (kind === 'text') return null;
  const Icon = icons[kind];
  const hint = kind === 'contents' || kind === 'summary' ? t(`kinds.hints.${kind}`) : undefined;
  return (
    <Tooltip label={hint} disabled={hint === undefined}>
      <Badge
        size="sm"
        color={kind === 'contents' || kind === 'summary' ? 'gray' : undefined}
        leftSection={<Icon size={12} stroke={1.8} aria-hidden />}
      >
        {t(`kinds.${kind}`)}
      </Badge>
    </Tooltip>
  );
}
