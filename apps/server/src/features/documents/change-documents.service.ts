import {
  AppError,
  type BodyOf,
  type bulkUpdateDocuments,
  errorText,
  type Language,
  type ResponseOf,
} from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { methodTakes } from '../../platform/parser-process/method-formats.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { lockDocumentsByIds, updateDocumentRow } from './document.queries.ts';
import { softDeleteDocument } from './document.service.ts';
import type { DocumentRow } from './document.table.ts';
import { listDocumentsWithFiles } from './document-batch.queries.ts';
import { describeRefusal, methodSwitched } from './document-format.service.ts';
import { beginParse, cancelChanges, parseJobOf } from './request-parse.service.ts';

/**
 * All or nothing for the ids: one that is not in the base is a 404. Documents in another state than the action needs stay
 * as they are; so do those that the base's method does not take, and they are named.
 */
export function bulkChangeDocuments(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { action, documentIds }: BodyOf<typeof bulkUpdateDocuments>,
  language: Language,
): Promise<ResponseOf<typeof bulkUpdateDocuments>> {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    const wanted = new Set(documentIds);
    const rows = (await lockDocumentsByIds(tx, [...wanted])).filter((row) => row.knowledgeBaseId === base.id);
    if (rows.length !== wanted.size) throw new AppError('document.not_found');
    const applies = rows.filter((row) =>
      action === 'parse'
        ? row.status !== 'parsing'
        : action === 'apply_settings'
          ? row.status !== 'parsing' && methodTakes(base.chunkMethod, row.format)
          : action === 'cancel'
            ? row.status === 'parsing'
            : action === 'delete' || row.enabled !== (action === 'enable'),
    );
    // Each place is looked up once: that reads the whole queue.
    const places = new Map<string, number>();
    const takePlace = async (job: string) => {
      const place = places.get(job) ?? (await platform.jobs.fairPriority(tx, job, actor.companyId));
      places.set(job, place + 1);
      return place;
    };
    const parses = action === 'parse' || action === 'apply_settings';
    const found = parses ? await listDocumentsWithFiles(tx, [...wanted]) : [];
    const fileOf = new Map(found.map(({ document, file }) => [document.id, file]));
    const parse = async (document: DocumentRow) => {
      const whole = { document, file: fileOf.get(document.id) as FileRow };
      const place = await takePlace(parseJobOf(whole));
      await beginParse(platform, tx, base, whole, { personId: actor.accountId, place });
    };
    for (const row of applies) {
      if (action === 'parse') await parse(row);
      else if (action === 'apply_settings') {
        const { chunkMethod, chunkOptions, readingOptions, enrichmentOptions } = base;
        const messages = row.messages.filter(({ key }) => key !== methodSwitched);
        const settings = { chunkMethod, chunkOptions, readingOptions, enrichmentOptions, messages };
        await updateDocumentRow(tx, base, row.id, settings);
        await parse({ ...row, ...settings });
      } else if (action === 'cancel') await updateDocumentRow(tx, base, row.id, cancelChanges(row));
      else if (action === 'delete') await softDeleteDocument(platform, tx, base, row);
      else await updateDocumentRow(tx, base, row.id, { enabled: action === 'enable' });
    }
    const refused =
      action === 'apply_settings' ? rows.filter((row) => !methodTakes(base.chunkMethod, row.format)) : [];
    const code = 'document.method_refuses_format';
    return {
      changed: applies.length,
      refused: refused.map(({ name, format }) => {
        const details = describeRefusal(base.chunkMethod, format, language);
        return { name, code, message: errorText(code, language, details) };
      }),
    };
  });
}
