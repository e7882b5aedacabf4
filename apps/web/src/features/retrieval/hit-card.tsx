import type { RetrievalHit } from '@lectern/contract';
import { Badge, Box, Button, Flex, Group, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconExternalLink, IconSitemap } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkPicture } from '../../ui/chunks/chunk-picture.tsx';
import { MarkedLines } from '../../ui/chunks/marked-lines.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import classes from './hit-card.module.css';
import { ScoreBars } from './score-bars.tsx';
import type { RankChange } from './test-settings.ts';

const shortLength = 420;

function RankBadge({ change }: { change: RankChange | undefined }) {
  const { t } = useTranslation('knowledge');
  if (change === undefined || change === 0) return null;
  if (change === 'new')
    return (
      <Badge size="sm" color="teal">
        {t('testing.onlyHere')}
      </Badge>
    );
  const up = change > 0;
  const Arrow = up ? IconArrowUp : IconArrowDown;
  const count = Math.abs(change);
  return (
    <span
      className={classes.change}
      data-up={up || undefined}
      role="img"
      aria-label={up ? t('testing.rankUp', { count }) : t('testing.rankDown', { count })}
    >
      <Arrow size={13} aria-hidden />
      {count}
    </span>
  );
}

type HitCardProps = {
  hit: RetrievalHit;
  rank: number;
  change: RankChange | undefined;
  onOpen: (hit: RetrievalHit) => void;
  /** What else can be done with the hit. */
  action?: ReactNode;
};

export function HitCard({ hit, rank, change, onOpen, action }: HitCardProps) {
  const { t } = useTranslation('knowledge');
  const [full, setFull] = useState(false);
  const long = hit.text.length > shortLength * 1.25;
  const shown = full || !long ? hit.text : `${hit.text.slice(0, shortLength).trimEnd()}…`;
  return (
    <Box component="li" py={12} px={16} bd="1px solid var(--hairline)" bdrs={8} bg="var(--surface)">
      <Group gap={8} wrap="nowrap">
        <span className={classes.rank}>{rank}</span>
        <UnstyledButton className={classes.document} onClick={() => onOpen(hit)}>
          <LongText>{hit.documentTitle ?? hit.documentName}</LongText>
        </UnstyledButton>
        <RankBadge change={change} />
      </Group>
      <Text size="xs" c="dimmed" className="break-anywhere" mt={2}>
        {[
          hit.documentTitle !== null && hit.documentTitle !== hit.documentName ? hit.documentName : null,
          hit.page === null ? null : t('chunks.page', { page: hit.page }),
          hit.headingPath.length > 0 ? hit.headingPath.join(' › ') : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </Text>
      <Flex wrap="wrap" rowGap={8} columnGap={12} mt={8} mb={12}>
        {hit.hasImage && (
          <ChunkPicture
            documentId={hit.documentId}
            chunkId={hit.chunkId}
            label={t('testing.pictureOf', { rank })}
          />
        )}
        <div className={classes.text}>
          <MarkedLines text={shown} ranges={hit.matches} />
        </div>
      </Flex>
      {hit.graph && (
        <Text size="xs" c="var(--accent-ink)" mb={6} className="break-anywhere" mt={2}>
          <IconSitemap size={13} aria-hidden className={classes.graph} />
          {t('testing.byGraph', { entities: hit.graph.entities.join(', ') })}
        </Text>
      )}
      <ScoreBars hit={hit} />
      <Group gap="xs" mt={8}>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconExternalLink size={14} aria-hidden />}
          onClick={() => onOpen(hit)}
        >
          {t('testing.open')}
        </Button>
        {action}
        {long && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={full}
            onClick={() => setFull(!full)}
          >
            {full ? t('testing.less') : t('testing.more')}
          </Button>
        )}
      </Group>
    </Box>
  );
}
