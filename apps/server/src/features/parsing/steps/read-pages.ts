import type { VisionModel } from '@lectern/models';
import type { RecognisedPage } from '@lectern/parsing';
import type { RenderPageRequest } from '../../../platform/parser-process/requests.ts';
import type { Opened } from '../../models/model.service.ts';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { storePageReadings } from '../page-reading.queries.ts';
import type { Recognising } from '../parse-run.ts';
import { recordCall, skipOnModelError } from '../record-model-call.ts';

const pageWidth = 1_600;
const atOnce = 4;
export const pageReadingPrompt =
  'Write down all text of this page as Markdown, in reading order and in its own language. Keep headings, lists and tables. Leave out page numbers and running headers. Add nothing, describe nothing, and answer with the text alone. If the page has no text, answer with nothing.';
/** A dense page has some thousand tokens. */
export const pageReadingTokens = 4_096;

/** Has a vision model read pages, several at once; each is kept and booked as soon as it is read. */
export async function readPagesWithModel(
  run: Recognising,
  task: {
    pages: number[];
    engine: string;
    opened: Opened<VisionModel>;
    onPage: (done: number) => void;
  },
): Promise<RecognisedPage[]> {
  const { platform, parse, found, follower } = run;
  const { pages, engine, opened, onPage } = task;
  const readings: RecognisedPage[] = [];
  await forEachAtOnce(pages, atOnce, follower.signal, async (page) => {
    const bytes = await renderPage(run, page);
    const startedAt = performance.now();
    const request = { prompt: pageReadingPrompt, maxTokens: pageReadingTokens, signal: follower.signal };
    const answer = await skipOnModelError(opened.model.read({ bytes, mediaType: 'image/jpeg' }, request));
    const reading: RecognisedPage = answer
      ? { page, engine: answer.usage.standIn?.name ?? opened.name, markdown: stripFence(answer.text) }
      : { page, engine: opened.name, failed: 'unreadable' };
    if (answer)
      await platform.database.withCompany(parse.companyId, async (tx) => {
        await storePageReadings(tx, { companyId: parse.companyId, sha256: found.file.sha256, engine }, [
          reading,
        ]);
        const { usage } = answer;
        await recordCall(tx, 'vision', run, { step: `recognition:${page}`, opened, usage, startedAt });
      });
    readings.push(reading);
    onPage(readings.length);
  });
  return readings.sort((a, b) => a.page - b.page);
}

function renderPage({ platform, found, follower }: Recognising, page: number): Promise<Uint8Array> {
  return platform.objects.withLocalFile(found.file.objectKey, (path) =>
    platform.parsers.run<Uint8Array>(
      'renderPage',
      { path, name: found.file.name, page, width: pageWidth } satisfies RenderPageRequest,
      { signal: follower.signal },
    ),
  );
}

/** Models like to wrap what they were asked for alone. */
function stripFence(text: string): string {
  const fenced = /^```(?:markdown|md)?\n([\s\S]*?)\n?```$/.exec(text.trim());
  return (fenced?.[1] ?? text).trim();
}
