import type { Citation } from '@lectern/contract';
import type { StandIn } from '@lectern/models';
import { cleanText } from '../../../platform/database/clean-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createPolledSet } from '../../../platform/polled-set.ts';
import { appendToAnswers } from '../conversation.queries.ts';
import type { LiveAnswer } from './live-answer.ts';

/** Readers on other processes lag this much, and a killed process loses at most this much. */
const tickMs = 500;
/** Answers in one statement. */
const batchSize = 50;

type Entry = {
  id: string;
  live: LiveAnswer;
  citations: () => Citation[];
  standIn: () => StandIn | undefined;
  /** Called where the answer was deleted, or somebody asked to end it through another process. */
  onStopped: () => void;
  begin: number;
  nextAt: number;
  /** How much of `live.content` is stored, and how many characters that is to the database. */
  stored: { length: number; characters: number };
  storedCitations: Citation[];
};

/** The longer an answer is under way, the more there is to write and the less a moment matters. */
function pauseAfter(ageMs: number): number {
  if (ageMs < 10_000) return tickMs;
  if (ageMs < 60_000) return 1_000;
  return ageMs < 300_000 ? 2_500 : 5_000;
}

/** What came since the last time, never ending in half a surrogate pair. */
function newText({ live, stored }: Entry): string {
  const text = live.content.slice(stored.length);
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}

/**
 * Saves all answers that this process is writing: at intervals, in one statement for many, and only what came since
 * the last time. What is saved is a heartbeat too.
 */
export function createAnswerWriter({ database, log }: Platform) {
  const entries = createPolledSet<Entry>(tickMs, writeDue, (error) =>
    log.warn({ event: 'answer.save_failed', reason: String(error) }),
  );

  async function write(batch: Entry[]): Promise<void> {
    const rows = batch.map((entry) => {
      const text = newText(entry);
      const citations = entry.citations();
      return { entry, text, saved: cleanText(text), citations };
    });
    const found = await database.asSystem('answers of every company are saved together', (tx) =>
      appendToAnswers(
        tx,
        rows.map(({ entry, saved, citations }) => ({
          id: entry.id,
          keep: entry.stored.characters,
          text: saved,
          citations: citations === entry.storedCitations ? null : citations,
          standIn: entry.standIn() ?? null,
        })),
      ),
    );
    for (const { entry, text, saved, citations } of rows) {
      const row = found.find(({ id }) => id === entry.id);
      if (!row || row.stopRequested) entry.onStopped();
      entry.stored.length += text.length;
      entry.stored.characters += [...saved].length;
      entry.storedCitations = citations;
    }
  }

  async function writeDue(all: Entry[]): Promise<void> {
    const now = Date.now();
    const due = all.filter(({ nextAt }) => nextAt <= now);
    for (let at = 0; at < due.length; at += batchSize) {
      const batch = due.slice(at, at + batchSize);
      try {
        await write(batch);
      } catch (error) {
        log.warn({ event: 'answer.save_failed', answers: batch.length, reason: String(error) });
        // One that cannot be saved must not keep the others from it.
        if (batch.length > 1) for (const entry of batch) await write([entry]).catch(() => undefined);
      }
      for (const entry of batch) entry.nextAt = Date.now() + pauseAfter(Date.now() - entry.begin);
    }
  }

  return {
    /** Returns what ends the saving; after it, nothing of the answer is written here any more. */
    add: (
      answer: Pick<Entry, 'id' | 'live' | 'citations' | 'standIn' | 'onStopped'>,
    ): (() => Promise<void>) => {
      const begin = Date.now();
      const remove = entries.add({
        ...answer,
        begin,
        nextAt: begin + tickMs,
        stored: { length: 0, characters: 0 },
        storedCitations: [],
      });
      return async () => {
        remove();
        await entries.settled();
      };
    },
  };
}

export type AnswerWriter = ReturnType<typeof createAnswerWriter>;
