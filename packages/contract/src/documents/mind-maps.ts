import { z } from 'zod';
import { box, charRange, id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { documentParams } from './documents.ts';

/** A heading, or a name or term of its passages; with the first passage it stands for. */
export const mindMapNode = z.object({
  /** Place of its parent in the list, which is before it; null for the document itself, which comes first. */
  parent: z.number().int().nullable(),
  label: z.string(),
  kind: z.enum(['document', 'heading', 'keyword']),
  chunkId: id.nullable(),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  charRange: charRange.nullable(),
});
export type MindMapNode = z.infer<typeof mindMapNode>;

export const getMindMap = defineEndpoint({
  id: 'getMindMap',
  tag: 'Documents',
  summary: 'A document as a tree: its headings, and under each what its passages name',
  method: 'GET',
  path: '/documents/:documentId/mind-map',
  access: 'Chat',
  scope: 'knowledge.read',
  params: documentParams,
  response: z.object({ nodes: z.array(mindMapNode) }),
  status: 200,
  errors: ['document.not_found', 'document.not_parsed'],
});
