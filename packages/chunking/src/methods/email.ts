import type { Block, ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk, ChunkResult } from '../chunk.ts';
import { partBody } from '../mail/find-history.ts';
import { listMails, type Mail, readHead } from '../mail/list-mails.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { listSegments, type Segment } from '../split/segments.ts';
import type { UnitOptions } from '../split/unit.ts';
import { listSegmentUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { emailTexts } from './email.texts.ts';

const options = z.object({
  /** Most tokens of a chunk. */
  chunkTokenNumber: z.number().int().min(16).max(2048).default(512),
  /** How to handle text quoted from earlier emails: in chunks of its own, or left out. What is passed on always stays. */
  quotedHistory: z.enum(['apart', 'leave_out']).default('apart'),
  /** Leave out what is below two dashes, and lines such as "Sent from my phone". */
  trimSignatures: z.boolean().default(true),
});
type Options = z.output<typeof options>;

/**
 * Mails, one or a whole mailbox: no chunk holds parts of two mails. The first chunk of a mail begins with its subject,
 * sender, receivers and date; then comes what was written, then what was quoted from earlier mails, then each
 * attachment under its name. Subject and date are the heading path of them all.
 */
export const email = defineChunkMethod({
  id: 'email',
  texts: emailTexts,
  accepts: ['eml', 'msg', 'mbox'],
  options,
  layout: {
    chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber },
    quotedHistory: { widget: 'select', texts: optionTexts.quotedHistory },
    trimSignatures: { widget: 'switch', texts: optionTexts.trimSignatures },
  },
  chunk: chunkMails,
});

async function chunkMails(document: ParsedDocument, values: Options): Promise<ChunkResult> {
  const countTokens = await loadTokenCounter();
  const unitOptions: UnitOptions = {
    budget: values.chunkTokenNumber,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: false,
    sheetStyle: 'lines',
  };
  const segments = new Map(listSegments(document).map((segment) => [segment.block, segment]));
  const mails = listMails(document);
  const chunks: Chunk[] = [];
  for (const mail of mails) {
    const label = labelMail(mail);
    for (const section of listSections(mail, segments, values)) {
      const cut = packChunks(listSegmentUnits(section, document.format, unitOptions).flat(), {
        budget: values.chunkTokenNumber,
        countTokens,
        firstOrdinal: chunks.length,
      });
      for (const chunk of cut)
        chunks.push(label ? { ...chunk, headingPath: pathBelow(label, mail, chunk) } : chunk);
    }
  }
  return { chunks, facts: readFacts(document, mails) };
}

/** Runs of segments that are packed apart: head and body, history, each attachment. */
function listSections(mail: Mail, segments: ReadonlyMap<Block, Segment>, values: Options): Segment[][] {
  const segmentsOf = (blocks: readonly (Block | undefined)[]) =>
    blocks.flatMap((block) => (block && segments.get(block)) ?? []);
  const own = segmentsOf([mail.subject, mail.head]);
  const history: Segment[] = [];
  for (const { block, from, to, part } of partBody(mail.body)) {
    if (part === 'signature' && values.trimSignatures) continue;
    if (part === 'history' && values.quotedHistory === 'leave_out') continue;
    const target = part === 'history' || part === 'forwarded' ? history : own;
    for (const segment of segmentsOf([block])) target.push({ ...segment, from, to });
  }
  const attachments = mail.attachments.map(({ heading, blocks }) => segmentsOf([heading, ...blocks]));
  return [own, history, ...attachments].filter((section) => section.length > 0);
}

/** Subject and day, as in "Garden plan (2025-04-02)". */
function labelMail(mail: Mail): string | undefined {
  const day = /^\d{4}-\d\d-\d\d/.exec(readHead(mail, 'Date') ?? '')?.[0];
  const subject = mail.subject?.text.replace(/\s+/g, ' ').trim();
  if (!subject) return day;
  return day === undefined ? subject : `${subject} (${day})`;
}

function pathBelow(label: string, mail: Mail, { headingPath }: Chunk): string[] {
  const subject = mail.subject?.text.replace(/\s+/g, ' ').trim();
  return [label, ...(headingPath[0] === subject ? headingPath.slice(1) : headingPath)];
}

function readFacts(document: ParsedDocument, mails: readonly Mail[]): Record<string, string> {
  if (mails.length > 1) {
    const days = mails.flatMap((mail) => readHead(mail, 'Date')?.slice(0, 10) ?? []).sort();
    return {
      mails: String(mails.length),
      ...(days.length > 0 ? { from_day: days[0]!, to_day: days.at(-1)! } : {}),
    };
  }
  const names = ['from', 'to', 'cc', 'date', 'subject'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = document.metadata[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
