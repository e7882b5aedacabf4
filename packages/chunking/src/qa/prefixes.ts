import { cutSegment, listLineSegments, segmentText } from '../split/line-segments.ts';
import type { Segment } from '../split/segments.ts';
import { createPairWriter, type Entry } from './pair.ts';

const SIGN = String.raw`\s*(?:n[°o]\.?\s*)?\d{0,4}\s*(?:[:：]|[.)、]\s)\s*`;
const QUESTION = new RegExp(
  String.raw`^[*_#>\s]*(?:(?:question|frage|pregunta|domanda|demande|问题|問題|提问)${SIGN}|(?:q|问|問)\s*\d{0,4}\s*(?:[:：]|[.)、-]\s)\s*)[*_]*\s*`,
  'iu',
);
const ANSWER = new RegExp(
  String.raw`^[*_>\s]*(?:(?:answer|ans|r[ée]ponse|r[ée]p|antwort|respuesta|risposta|回答|答案)${SIGN}|(?:a|r|答)\s*\d{0,4}\s*(?:[:：]|[.)、-]\s)\s*)[*_]*\s*`,
  'iu',
);
/** A sign within a line, where lines were joined: after the end of a sentence. */
const INNER_SIGN =
  /(?<=[.?!。？！…»")]\s{1,3}|[。？！])(?=(?:question|q|answer|a|r[ée]ponse|r|frage|antwort|问题|问|回答|答案|答)\s*\d{0,4}\s*[:：])/giu;

/** Removes a sign such as "Q:" or "Question 3 :" from the head of a question. */
export function stripQuestionSign(text: string): string {
  return text.replace(QUESTION, '');
}

/**
 * Pairs marked by signs, as in "Q: … / A: …", "Question : … / Réponse : …" and "问：… / 答：…". What follows an answer
 * belongs to it until the next question; a heading ends it.
 */
export function readPrefixed(segments: readonly Segment[]): Entry[] {
  const pairs = createPairWriter();
  const usesAnswers = listSignedLines(segments).some((line) => ANSWER.test(segmentText(line)));
  for (const line of listSignedLines(segments)) {
    const text = segmentText(line);
    const question = QUESTION.exec(text);
    if (question) pairs.ask(text.slice(question[0].length), line);
    else if (line.block.type === 'heading') pairs.leave(line);
    else if (pairs.isOpen() && ANSWER.test(text)) pairs.answer(dropPrefix(line, text));
    else if (usesAnswers && pairs.isOpen() && !pairs.hasAnswer() && text.length < 200) pairs.askMore(line);
    else pairs.answer(line);
  }
  return pairs.finish();
}

function listSignedLines(segments: readonly Segment[]): Segment[] {
  return listLineSegments(segments).flatMap((line) => {
    if (line.block.table || line.block.type === 'code') return [line];
    const text = line.block.text.slice(line.from, line.to);
    const cuts = [...text.matchAll(INNER_SIGN)].map((match) => line.from + match.index);
    const ends = [...cuts, line.to];
    return ends
      .flatMap((end, index) => cutSegment(line, index === 0 ? line.from : ends[index - 1]!, end) ?? [])
      .map((part) => ({ ...part, isTitle: line.isTitle }));
  });
}

/** The answer without its sign. Where nothing but the sign is in the line, the line itself. */
function dropPrefix(line: Segment, text: string): Segment {
  const sign = ANSWER.exec(text)![0].length;
  const markerLength = text.length - (line.to - line.from);
  return cutSegment(line, line.from + Math.max(sign - markerLength, 0), line.to) ?? line;
}
