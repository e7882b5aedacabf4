const sentenceEnd = /(?<=[.?!:;。？！；])\s*/u;
/** A verb and what it is told of: "Use of force" is a subject. */
const english =
  "here(?:['’]s| is) the question|make sure|we want to (?:calculate|compute)|" +
  '(?:please |kindly )?(?:(?:answer|address|base|basing|calculate|compute|explain|give|help|provide|respond|round|state|use|using|utili[sz]e)' +
  ' (?:the question|us|what|your|only|it|this|that|to|with|in|an?|all|by|from))';
const opening = new RegExp(
  `^(?:(?:${english}|if .{5,140} (?:state|explain|say) (?:so|that|why))\\b|${[
    'veuillez|merci de|(?:réponds|répondez|donnez|indiquez|précisez|expliquez|utilisez) (?:à la question|votre|seulement|en|par|avec|uniquement)',
    'si .{5,140} (?:dites|précisez|indiquez)-le',
    '请(?:回答|说明|给出|用|以|简|根据)|請(?:回答|說明|給出|用|以|簡|根據)',
  ].join('|')})`,
  'iu',
);

/**
 * The sentences of a question that say how to answer it, not what it is about: "Round to two decimal places." None where
 * nothing else would be left.
 */
export function findInstructions(question: string): { start: number; end: number }[] {
  const instructions: { start: number; end: number }[] = [];
  let at = 0;
  let others = 0;
  for (const sentence of question.split(sentenceEnd)) {
    const start = question.indexOf(sentence, at);
    at = start + sentence.length;
    if (opening.test(sentence)) instructions.push({ start, end: at });
    else if (sentence !== '') others++;
  }
  return others > 0 ? instructions : [];
}
