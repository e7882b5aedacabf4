import type { ChunkMethodDescription } from '@lectern/contract';
import { Accordion, Stack } from '@mantine/core';
import { IconFileSearch, IconShare2, IconSparkles, IconStack2, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cutting, changeMethod, checkPageRanges, findMissingRaptor } from './chunking.ts';
import classes from './chunking-form.module.css';
import { EnrichmentSection } from './settings/enrichment-section.tsx';
import { GraphSection } from './settings/graph-section.tsx';
import { MethodSection } from './settings/method-section.tsx';
import { ProfilePicker } from './settings/profile-picker.tsx';
import { RaptorSection } from './settings/raptor-section.tsx';
import { ReadingSection } from './settings/reading-section.tsx';
import { useWorkingModels } from './settings/use-working-models.ts';
import { useCuttingFacts } from './use-chunking-facts.ts';

type CuttingFormProps = {
  methods: readonly ChunkMethodDescription[];
  cutting: Cutting;
  onChange: (cutting: Cutting) => void;
  /** Offers only the methods that take this format. */
  format?: string;
  readOnly?: boolean;
  /** Of the knowledge base; undefined while it is not known. */
  baseLanguage?: string;
  /** Stands at the end of the enrichment. */
  more?: ReactNode;
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
 * Profile, chunk method and its options; what most people never touch stands below in closed sections that say in a
 * line how they are set.
 */
export function CuttingForm({
  methods,
  cutting,
  onChange,
  format,
  readOnly = false,
  baseLanguage,
  more,
}: CuttingFormProps) {
  const { t } = useTranslation('knowledge');
  const facts = useCuttingFacts();
  const { enrichment } = cutting;
  const models = useWorkingModels(enrichment.chatModelId);
  const drawnAnyway = methods.find(({ id }) => id === cutting.chunkMethod)?.drawsGraph ?? false;
  const setEnrichment = (next: Cutting['enrichment']) => onChange({ ...cutting, enrichment: next });
  const drawsGraph = enrichment.graph.enabled || drawnAnyway;
  const common = { models, readOnly };
  const sections: Section[] = [
    {
      id: 'reading',
      title: t('reading.title'),
      icon: IconFileSearch,
      facts: facts.reading(cutting),
      wrong:
        cutting.reading.taskPageSize === null ||
        checkPageRanges(cutting.pageRanges).some(({ from, to }) => from !== undefined || to !== undefined),
      body: <ReadingSection cutting={cutting} onChange={onChange} baseLanguage={baseLanguage} {...common} />,
    },
    {
      id: 'enrichment',
      title: t('enrichment.title'),
      icon: IconSparkles,
      facts: facts.enrichment(cutting),
      wrong: false,
      body: (
        <Stack gap="md">
          <EnrichmentSection enrichment={enrichment} onChange={setEnrichment} {...common} />
          {more}
        </Stack>
      ),
    },
    {
      id: 'raptor',
      title: t('raptor.title'),
      icon: IconStack2,
      facts: facts.raptor(cutting),
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
      facts: facts.graph(cutting, drawnAnyway),
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
      <ProfilePicker methods={methods} cutting={cutting} onChange={onChange} readOnly={readOnly} />
      <MethodSection
        methods={methods}
        value={cutting.chunkMethod}
        onMethod={(chunkMethod) => onChange(changeMethod(cutting, methods, chunkMethod))}
        options={cutting.options}
        onOptions={(options) => onChange({ ...cutting, options })}
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
