import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';

/** Documents of one base that say the same: the same bytes, or the same text in another format or under another name. */
export const duplicateGroup = z.object({
  kind: z.enum(['same_file', 'same_text']),
  /** Oldest first. */
  documents: z.array(
    z.object({
      id,
      name: z.string(),
      format: z.string(),
      sizeBytes: z.number().int(),
      chunkCount: z.number().int(),
      enabled: z.boolean(),
      createdAt: timestamp,
    }),
  ),
});
export type DuplicateGroup = z.infer<typeof duplicateGroup>;

export const listDuplicates = defineEndpoint({
  id: 'listDuplicates',
  tag: 'Documents',
  summary: 'Documents of a knowledge base that have the same content as another',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/duplicates',
  access: 'Knowledge',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  response: z.object({
    /** At most 200 groups, the largest first. */
    groups: z.array(duplicateGroup),
    /** Documents beyond the first of each group, in all groups. */
    superfluous: z.number().int(),
  }),
  status: 200,
  errors: ['knowledge_base.not_found'],
});
