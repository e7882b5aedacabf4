export { createKeywordFinder } from './annotate/keyword-finder.ts';
export {
  type Annotation,
  buildAnnotationPrompt,
  estimateAnnotation,
  type Prompt,
  readAnnotation,
} from './annotate/prompts.ts';
export { estimateFigure, figurePrompt, figureTokens, readFigure } from './figures.ts';
export { extractSummary } from './summarise/extract-summary.ts';
export { type GroupOptions, groupVectors } from './summarise/group-vectors.ts';
export { buildSummaryPrompt, estimateSummaries, readSummary } from './summarise/summary-prompt.ts';
