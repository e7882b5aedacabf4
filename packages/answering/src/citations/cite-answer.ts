import type { Citation, Message } from '@lectern/contract';
import { listTableAnswers, type NumberedHit } from '../passages.ts';
import type { MarkerOutput } from './markers.ts';
import { citeStatements } from './match-statements.ts';
import { createQuoteNumbering, type NumberedQuote } from './number-quotes.ts';

/** Turns the markers of an answer into numbered citations while it streams. */
export function createCitationWriter(hits: readonly NumberedHit[]) {
  const numbering = createQuoteNumbering(
    hits.map(({ number, text, computed }) => ({ number, text, isWhole: computed !== undefined })),
  );
  const byNumber = new Map(hits.map((hit) => [hit.number, hit]));
  const present = (quote: NumberedQuote) => presentCitation(quote, byNumber.get(quote.passage)!);
  return {
    push: (output: MarkerOutput) => {
      const { text, added } = numbering.push(output);
      return { text, added: added.map(present) };
    },
    citations: (): Citation[] => numbering.quotes().map(present),
    /** What was computed over tables, under the numbers of its citations; what is not cited comes after them. */
    tableAnswers: (): Message['tableAnswers'] => {
      const quotes = numbering.quotes();
      let uncited = quotes.length;
      return listTableAnswers(hits).map((answer) => {
        const cited = quotes.find(({ passage }) => passage === answer.number);
        return { ...answer, number: cited?.number ?? ++uncited };
      });
    },
  };
}

export type CitationWriter = ReturnType<typeof createCitationWriter>;

/** The finished answer with its citations. If the model cited nothing, its sentences are matched to the passages. */
export function finishCitations(
  written: CitationWriter,
  content: string,
  hits: readonly NumberedHit[],
): { content: string; citations: Citation[]; tableAnswers: Message['tableAnswers'] } {
  const found = written.citations().length > 0 || hits.length === 0;
  const citing = found ? written : createCitationWriter(hits);
  const text = found ? content : citing.push(citeStatements(content, [...hits])).text;
  return { content: text, citations: citing.citations(), tableAnswers: citing.tableAnswers() };
}

function presentCitation({ number, quote, markers }: NumberedQuote, hit: NumberedHit): Citation {
  return {
    number,
    knowledgeBaseId: hit.knowledgeBaseId,
    documentId: hit.documentId,
    documentName: hit.documentName,
    chunkId: hit.chunkId,
    ...(hit.hasImage ? { hasImage: true } : {}),
    headingPath: hit.headingPath,
    page: hit.page,
    boxes: hit.boxes,
    quote: quote.text,
    quoteRange: null,
    chunkText: hit.text,
    ...quoteRow(hit),
    chunkRange: hit.charRange,
    score: hit.score,
    markers: markers.map(({ start, end }) => ({ start, end })),
  };
}

/** What was computed is cited by a row behind it, as written in its document. */
function quoteRow({ quote }: NumberedHit): Partial<Pick<Citation, 'quote' | 'chunkText'>> {
  return quote === undefined ? {} : { quote, chunkText: quote };
}
