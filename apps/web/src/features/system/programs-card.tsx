import type { getSystemStatus, ResponseOf } from '@lectern/contract';
import { Box, Flex, SimpleGrid } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../ui/display/facts.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import classes from './system.module.css';

type Program = ResponseOf<typeof getSystemStatus>['programs'][number];

/** Programs that extend what can be read: which of them are there, and what works with or without each. */
export function ProgramsCard({ programs }: { programs: readonly Program[] }) {
  const { t } = useTranslation('shell');
  return (
    <SectionCard title={t('system.programs.title')} description={t('system.programs.text')}>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
        {programs.map((program) => (
          <ProgramState key={program.id} program={program} />
        ))}
      </SimpleGrid>
    </SectionCard>
  );
}

function ProgramState({ program: { id, state, path, version, languages } }: { program: Program }) {
  const { t } = useTranslation('shell');
  const isThere = state !== 'missing';
  const Shape = isThere ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <article className={classes.part} data-state={isThere ? 'ok' : 'off'}>
      <Flex gap={10} align="center" mb={14}>
        <Shape size={20} className={classes.state} aria-hidden />
        <h3 className={classes.name}>{t(`system.programs.names.${id}`)}</h3>
        <span className={classes.word}>{t(`system.programs.${state}`)}</span>
      </Flex>
      {isThere && (
        <Facts
          layout="apart"
          items={[
            version !== null && [t('system.version'), version],
            languages.length > 0 && [
              t('system.programs.languages'),
              languages.map((language) => t(`system.programs.languageNames.${language}`)).join(', '),
            ],
            path !== null && [t('system.programs.path'), path],
          ]}
        />
      )}
      <Box component="p" mt={12} mx={0} mb={0} c="dimmed" fz="sm">
        {t(`system.programs.${isThere ? 'present' : 'absent'}.${id}`)}
      </Box>
    </article>
  );
}
