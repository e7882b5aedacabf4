import { z } from 'zod';
import { id } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

export const findDocuments = defineEndpoint({
  id: 'findDocuments',
  tag: 'Documents',
  summary: 'Documents by name, in every knowledge base that the caller may open; the newest first',
  method: 'GET',
  path: '/documents',
  access: 'Knowledge',
  scope: 'knowledge.read',
  query: z.object({
    search: z.string().trim().max(255).default(''),
    limit: z.coerce.number().int().min(1).max(20).default(5),
  }),
  response: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        format: z.string(),
        knowledgeBaseId: id,
        knowledgeBaseName: z.string(),
      }),
    ),
  }),
  status: 200,
});
