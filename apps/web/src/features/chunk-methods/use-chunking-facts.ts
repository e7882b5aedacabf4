import { useTranslation } from 'react-i18next';
import type { ChunkingSettings } from './chunking.ts';

/** Settings in a few words each: for sections that are closed, and for profiles. */
export function useChunkingFacts() {
  const { t } = useTranslation('knowledge');
  const describeEnrichment = ({ enrichment }: ChunkingSettings): string[] => {
    const { autoKeywords, autoQuestions, describeFigures, firstPageText, tableOfContentsChunkCount } =
      enrichment;
    const facts = [
      firstPageText && t('enrichment.facts.firstPage'),
      describeFigures && t('enrichment.facts.figures'),
      tableOfContentsChunkCount > 0 && t('enrichment.facts.contents'),
      autoKeywords > 0 && t('enrichment.facts.keywords', { count: autoKeywords }),
      autoQuestions > 0 && t('enrichment.facts.questions', { count: autoQuestions }),
    ];
    return facts.filter((fact) => fact !== false);
  };
  const describeReading = ({ reading, pageRanges }: ChunkingSettings): string[] => {
    const ranges = pageRanges.map(({ from, to }) => {
      const last = to === null ? '…' : to - 1;
      return from === last ? `${from}` : `${from ?? '…'}–${last}`;
    });
    const facts = [
      reading.layoutRecognition ? t('reading.facts.layout') : t('reading.facts.noLayout'),
      reading.mainContentOnly && t('reading.facts.mainContent'),
      reading.leaveNothingOut && t('reading.facts.nothingLeftOut'),
      t(`reading.facts.ocr.${reading.ocr}`),
      ranges.length === 0
        ? t('reading.facts.allPages')
        : t('reading.facts.somePages', { ranges: ranges.join(', ') }),
    ];
    return facts.filter((fact) => fact !== false);
  };
  return {
    reading: describeReading,
    enrichment: (chunking: ChunkingSettings) => {
      const facts = describeEnrichment(chunking);
      return facts.length > 0 ? facts : [t('enrichment.facts.none')];
    },
    /** Only what a profile sets besides the method. */
    special: (chunking: ChunkingSettings) => [
      ...(chunking.reading.mainContentOnly ? [t('reading.facts.mainContent')] : []),
      ...describeEnrichment(chunking),
    ],
    raptor: ({ enrichment }: ChunkingSettings) => [
      enrichment.raptor.enabled ? t('raptor.on') : t('enrichment.off'),
    ],
    graph: ({ enrichment }: ChunkingSettings, drawnAnyway: boolean) => [
      enrichment.graph.enabled || drawnAnyway
        ? t('graph.facts', { count: enrichment.graph.entityTypes.length })
        : t('enrichment.off'),
    ],
  };
}
