import type { RecognisedPage, SpeechSegment } from '@lectern/parsing';
import { and, eq, inArray } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import { newId, type SystemTx, type Tx } from '../../platform/database/database.ts';
import { pageReadings } from './page-reading.table.ts';

type Source = { companyId: string; sha256: string; engine: string };

/** A recording is read as a whole. */
const recordingPage = 0;

export async function findPageReadings(
  tx: Tx,
  { sha256, engine }: Source,
  pages: number[],
): Promise<RecognisedPage[]> {
  if (pages.length === 0) return [];
  const rows = await tx
    .select({ reading: pageReadings.reading })
    .from(pageReadings)
    .where(
      and(
        eq(pageReadings.sha256, sha256),
        eq(pageReadings.engine, engine),
        inArray(pageReadings.page, pages),
      ),
    )
    .orderBy(pageReadings.page);
  return rows.map(({ reading }) => reading as RecognisedPage);
}

/** Stores recognised pages. Failed ones are not stored: a retry may succeed. */
export async function storePageReadings(tx: Tx, source: Source, readings: RecognisedPage[]): Promise<void> {
  const rows = readings
    .filter(({ failed }) => failed === undefined)
    .map((reading) => ({ ...source, id: newId(), page: reading.page, reading: cleanReading(reading) }));
  if (rows.length > 0) await tx.insert(pageReadings).values(rows).onConflictDoNothing();
}

export async function findSpeech(tx: Tx, source: Source): Promise<SpeechSegment[] | undefined> {
  const [row] = await tx
    .select({ reading: pageReadings.reading })
    .from(pageReadings)
    .where(
      and(
        eq(pageReadings.sha256, source.sha256),
        eq(pageReadings.engine, source.engine),
        eq(pageReadings.page, recordingPage),
      ),
    );
  return (row?.reading as { speech: SpeechSegment[] } | undefined)?.speech;
}

export async function storeSpeech(tx: Tx, source: Source, speech: SpeechSegment[]): Promise<void> {
  const reading = { speech: speech.map((segment) => ({ ...segment, text: cleanText(segment.text) })) };
  await tx
    .insert(pageReadings)
    .values({ ...source, id: newId(), page: recordingPage, reading })
    .onConflictDoNothing();
}

/** Called when the company's last files with these contents are deleted, in the same transaction. */
export async function deletePageReadings(tx: SystemTx, sha256s: string[]): Promise<void> {
  await tx.delete(pageReadings).where(inArray(pageReadings.sha256, sha256s));
}

function cleanReading(reading: RecognisedPage): RecognisedPage {
  return {
    ...reading,
    ...(reading.lines
      ? { lines: reading.lines.map((line) => ({ ...line, text: cleanText(line.text) })) }
      : {}),
    ...(reading.markdown === undefined ? {} : { markdown: cleanText(reading.markdown) }),
  };
}
