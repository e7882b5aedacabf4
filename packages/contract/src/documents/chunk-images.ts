import { defineEndpoint } from '../core/endpoint.ts';
import { chunkParams } from './chunks.ts';

export const getChunkImage = defineEndpoint({
  id: 'getChunkImage',
  tag: 'Chunks',
  summary: 'The figure, slide or page picture of a chunk',
  method: 'GET',
  path: '/documents/:documentId/chunks/:chunkId/image',
  access: 'Chat',
  scope: 'knowledge.read',
  params: chunkParams,
  responseKind: 'file',
  status: 200,
  errors: ['document.not_found', 'chunk.not_found', 'chunk.no_image'],
});
