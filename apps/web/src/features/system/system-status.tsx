import { getSystemStatus, type ResponseOf } from '@lectern/contract';
import { Anchor, Box, Flex, SimpleGrid } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed, IconCircleXFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonCards } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ProgramsCard } from './programs-card.tsx';
import classes from './system.module.css';

type Status = ResponseOf<typeof getSystemStatus>;
type Part = Status['parts'][number];

/** State of the parts of the installation, polled every ten seconds. */
export function SystemStatus({ onOpenOutbox }: { onOpenOutbox: () => void }) {
  const status = useApiQuery(getSystemStatus, {}, { refetchInterval: 10_000 });
  return (
    <QueryBoundary query={status} skeleton={<SkeletonCards cards={6} />}>
      {(data) => (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" mb="lg">
            {data.parts.map((part) => (
              <PartCard key={part.id} part={part} onOpenOutbox={onOpenOutbox} />
            ))}
          </SimpleGrid>
          <ProgramsCard programs={data.programs} />
          <ProcessCard status={data} />
        </>
      )}
    </QueryBoundary>
  );
}

const stateIcons = { ok: IconCircleCheckFilled, failing: IconCircleXFilled, off: IconCircleDashed };

function PartCard({ part, onOpenOutbox }: { part: Part; onOpenOutbox: () => void }) {
  const { t } = useTranslation(['shell', 'administration']);
  const format = useFormat();
  // A part that nobody set up neither works nor fails.
  const state = part.kind === 'none' ? 'off' : part.ok ? 'ok' : 'failing';
  const Shape = stateIcons[state];
  return (
    <article className={classes.part} data-state={state}>
      <Flex gap={10} align="center" mb={14}>
        <Shape size={20} className={classes.state} aria-hidden />
        <h2 className={classes.name}>{t(`system.parts.${part.id}`)}</h2>
        <span className={classes.word}>{t(`system.${state}`)}</span>
      </Flex>
      <Facts
        layout="apart"
        items={[
          [t('system.kind'), <KindText key="kind" kind={part.kind} />],
          state !== 'off' && [t('system.took'), format.duration(part.tookMs)],
          ...Object.entries(part.facts).map(
            ([key, value]) =>
              [
                <span key={key} className={classes.factName}>
                  <FactName name={key} />
                </span>,
                <FactValue key={key} name={key} value={value} />,
              ] as const,
          ),
        ]}
      />
      {part.id === 'mail' && (
        <Box component="p" mt={12} mx={0} mb={0} c="dimmed" fz="sm">
          <Anchor component="button" type="button" onClick={onOpenOutbox}>
            {t('administration:system.openOutbox')}
          </Anchor>
        </Box>
      )}
    </article>
  );
}

/** Names that a newer server adds are shown as they are, in words. */
function FactName({ name }: { name: string }) {
  const { t, i18n } = useTranslation('shell');
  const key = `system.facts.${name}`;
  if (i18n.exists(key)) return t(key as 'system.kind');
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

function KindText({ kind }: { kind: string }) {
  const { t, i18n } = useTranslation('shell');
  const key = `system.kinds.${kind}`;
  return i18n.exists(key) ? t(key as 'system.kind') : kind;
}

function FactValue({ name, value }: { name: string; value: string | number }) {
  const format = useFormat();
  if (typeof value === 'string') return value;
  if (/bytes$/i.test(name)) return format.bytes(value);
  if (/(Ms|Milliseconds)$/.test(name)) return format.duration(value);
  return format.number(value);
}

function ProcessCard({ status }: { status: Status }) {
  const { t } = useTranslation('shell');
  const format = useFormat();
  return (
    <SectionCard title={t('system.process')}>
      <Facts
        layout="apart"
        items={[
          [t('system.version'), status.version],
          [t('system.node'), status.nodeVersion],
          [t('system.uptime'), format.duration(status.uptimeSeconds * 1_000)],
          [t('system.memory'), format.bytes(status.memoryBytes)],
          [t('system.roles'), status.roles.join(', ')],
        ]}
      />
    </SectionCard>
  );
}
