import type { ChunkMethodDescription } from '@lectern/contract';
import { Accordion, Stack } from '@mantine/core';
import { IconFileSearch, IconShare2, IconSparkles, IconStack2, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChunkingSettings, changeMethod, checkPageRanges, findMissingRaptor } from './chunking.ts';
import classes from './chunking-form.module.css';
import { EnrichmentSection } from './settings/enrichment-section.tsx';
import { GraphSection } from './settings/graph-section.tsx';
import { MethodSection } from './settings/method-section.tsx';
import { ProfilePicker } from './settings/profile-picker.tsx';
import { RaptorSection } from './settings/raptor-section.tsx';
import { ReadingSection } from './settings/reading-section.tsx';
import { useWorkingModels } from './settings/use-working-models.ts';
import { useChunkingFacts } from './use-chunking-facts.ts';

type ChunkingFormProps = {
  methods: readonly ChunkMethodDescription[];
  chunking: ChunkingSettings;
  onChange: (chunking: ChunkingSettings) => void;
  /** Offers only the methods that take this format. */
  format?: string;
  readOnly?: boolean;
  /** Of the knowledge base; undefined while it is not known. */
  baseLanguage?: string;
};

type Section = {
  id: string;
  title: string;
  icon: TablerIcon;
  facts: string[];
  wrong: boolean;
  body: ReactNode;
};

/**
 * Profile, chunk method and its options; what most people never touch is below, in closed sections that say in a
 * line how they are set.
 */
export function ChunkingForm({
  methods,
  chunking,
  onChange,
  format,
  readOnly = false,
  baseLanguage,
}: ChunkingFormProps) {
  const { t } = useTranslation('knowledge');
  const facts = useChunkingFacts();
  const { enrichment } = chunking;
  const models = useWorkingModels(enrichment.chatModelId);
  const drawnAnyway = methods.find(({ id }) => id === chunking.chunkMethod)?.drawsGraph ?? false;
  const setEnrichment = (next: ChunkingSettings['enrichment']) => onChange({ ...chunking, enrichment: next });
  const drawsGraph = enrichment.graph.enabled || drawnAnyway;
  const common = { models, readOnly };
  const sections: Section[] = [
    {
      id: 'reading',
      title: t('reading.title'),
      icon: IconFileSearch,
      facts: facts.reading(chunking),
      wrong:
        chunking.reading.taskPageSize === null ||
        checkPageRanges(chunking.pageRanges).some(({ from, to }) => from !== undefined || to !== undefined),
      body: (
        <ReadingSection chunking={chunking} onChange={onChange} baseLanguage={baseLanguage} {...common} />
      ),
    },
    {
      id: 'enrichment',
      title: t('enrichment.title'),
      icon: IconSparkles,
      facts: facts.enrichment(chunking),
      wrong: false,
      body: <EnrichmentSection enrichment={enrichment} onChange={setEnrichment} {...common} />,
    },
    {
      id: 'raptor',
      title: t('raptor.title'),
      icon: IconStack2,
      facts: facts.raptor(chunking),
      wrong: findMissingRaptor(enrichment.raptor).length > 0,
      body: (
        <RaptorSection
          raptor={enrichment.raptor}
          onChange={(raptor) => setEnrichment({ ...enrichment, raptor })}
          {...common}
        />
      ),
    },
    {
      id: 'graph',
      title: t('graph.title'),
      icon: IconShare2,
      facts: facts.graph(chunking, drawnAnyway),
      wrong: drawsGraph && enrichment.graph.entityTypes.length === 0,
      body: (
        <GraphSection
          graph={enrichment.graph}
          onChange={(graph) => setEnrichment({ ...enrichment, graph })}
          drawnAnyway={drawnAnyway}
          {...common}
        />
      ),
    },
  ];
  return (
    <Stack gap="lg">
      <ProfilePicker methods={methods} chunking={chunking} onChange={onChange} readOnly={readOnly} />
      <MethodSection
        methods={methods}
        value={chunking.chunkMethod}
        onMethod={(chunkMethod) => onChange(changeMethod(chunking, methods, chunkMethod))}
        options={chunking.options}
        onOptions={(options) => onChange({ ...chunking, options })}
        format={format}
        readOnly={readOnly}
      />
      <Accordion multiple variant="contained" chevronPosition="right" order={3}>
        {sections.map(({ id, title, icon: Icon, facts: shown, wrong, body }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control icon={<Icon size={18} stroke={1.6} aria-hidden />}>
              <span className={classes.title}>{title}</span>
              <span className={classes.facts} data-wrong={wrong || undefined}>
                {wrong ? t('form.required') : shown.join(' · ')}
              </span>
            </Accordion.Control>
            <Accordion.Panel>{body}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}
