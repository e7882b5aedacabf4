export { type AssembleOptions, assembleGraph } from './assemble.ts';
export { extractBuiltIn } from './built-in/extract.ts';
export { entityKey } from './entity-key.ts';
export {
  type ChunkText,
  type ExtractedEntity,
  type ExtractedRelation,
  type Extraction,
  otherType,
} from './extraction.ts';
export type { GraphCommunity, GraphEntity, GraphRelation, KnowledgeGraph } from './graph.ts';
export type { PassageExtraction } from './merge-entities.ts';
export { drawMindMap, type MindMapNode, type MindMapOptions, type MindMapPassage } from './mind-map.ts';
export type { CallEstimate, Complete, CompleteRequest } from './model/complete.ts';
export {
  askForEntities,
  batchPassagesForModel,
  estimateExtraction,
  readEntities,
} from './model/extract.ts';
export { chooseNamed, questionKeys } from './question.ts';
export {
  askForReport,
  type CommunityReport,
  communitiesToReport,
  estimateReports,
  readReport,
  reportBuiltIn,
} from './reports.ts';
export * from './spread.ts';
