import type { Citation, Message, TableSource } from '@lectern/contract';

/** A row behind a computed answer, as a citation that opens it in its document. */
export function formatRowCitation(answer: Message['tableAnswers'][number], source: TableSource): Citation {
  const { chunkId, text, headingPath, page, boxes, charRange } = source;
  return {
    number: answer.number,
    knowledgeBaseId: answer.knowledgeBaseId,
    documentId: answer.documentId,
    documentName: answer.documentName,
    chunkId,
    headingPath,
    page,
    boxes,
    quote: text,
    quoteRange: charRange,
    chunkText: text,
    chunkRange: charRange,
    score: 1,
    markers: [],
  };
}
