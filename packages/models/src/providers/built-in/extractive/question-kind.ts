type QuestionKind = { asks: RegExp; answers: RegExp };

/** What an answer to a kind of question usually has in it. First match decides. */
const kinds: QuestionKind[] = [
  {
    asks: /\b(?:how (?:many|much|long|old|far|often)|what (?:percentage|number|amount)|what(?: (?:is|was|were|are)|['’]s) the [^?]{0,60}\b(?:rate|price|cost|number|amount|percentage|total|revenue|income|score|accuracy|population|age|size|limit|deadline))\b|\bcombien\b|\bquel(?:le)?s? (?:est |sont |était )?(?:le |la |les |l['’])?(?:nombre|montant|durée|taux|pourcentage|prix|coût|âge|superficie|population|limite|délai)|\b(?:que|quel) âge\b|多少|幾|几(?:个|年|天|岁|次)|多久|多大|多長|多长/iu,
    answers:
      /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|deux|trois|quatre|cinq|dix)\b|[一二三四五六七八九十百千万萬亿億两兩]/iu,
  },
  {
    asks: /\bwhen\b|\b(?:what|which) (?:year|date|day|month)\b|\bquand\b|\bquelle (?:année|date)\b|什么时候|什麼時候|何时|何時|哪一?年|哪天|时间|時間|日期/iu,
    answers:
      /\b(?:1[0-9]|20)\d{2}\b|\d{1,2}[./-]\d{1,2}|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b|\d+\s*[年月日号號]|\b(?:last|first) day of\b|\bend of (?:the|each)\b|\bno later than\b|\bau plus tard\b|\b\d+\s*(?:days?|weeks?|months?|years?|jours?|mois|ans?|semaines?)\b/iu,
  },
  {
    asks: /\bwho(?:se|m)?\b|^(?:(?:à|avec|chez|contre|de|par|pour|sur) )?qui\b|[,?] (?:(?:à|avec|chez|contre|de|par|pour|sur) )?qui\b|\best-ce qui\b|谁|誰|哪(?:个|一个|位)人|何人/iu,
    answers:
      /(?:^|[^.!?]\s)\p{Lu}[\p{Ll}'’-]+(?:\s+(?:de |du |la |van |von )?\p{Lu}[\p{Ll}'’-]+)+|[^.!?]\s\p{Lu}\p{Ll}{2,}|\b(?:Mr|Mrs|Dr|M|Mme)\.?\s|先生|女士|教授|总统|總統|主席|人/u,
  },
  {
    asks: /\bwhere\b|(?:^|\s)où\b|哪里|哪裡|哪儿|何处|何處|什么地方|什麼地方/iu,
    answers: /\b(?:in|at|near|à|au|en|dans|chez)\s+(?:the |la |le |l['’])?\p{Lu}|位于|位於|在/u,
  },
  {
    asks: /\bwhy\b|\bpourquoi\b|为什么|為什麼|为何|為何|原因/iu,
    answers:
      /\b(?:because|since|due to|so that|in order to|reason|parce que?|car|afin|raison|en effet|puisque|grâce)\b|因为|因為|由于|由於|所以|为了|為了/iu,
  },
];

const asksDefinition =
  /\bwhat (?:is|are) (?:an? |the )?[^?]{1,40}\?|\bwhat does .* mean\b|\bdefine\b|\bqu['’ ]?est[- ]ce\b(?! que (?:j['’]|je|tu|nous|vous|c['’]))|\bc['’]est quoi|\bque (?:signifie|veut dire|désigne)|\bdéfini(?:r|s|tion)\b|什么是|什麼是|是什么|是什麼|指的是/iu;
const defines =
  /^(.{2,60}?)(?:\b(?:is|are|means?|refers? to|est|sont|désignent?|signifie|correspond à)\b|是指|是|指)/iu;

/**
 * 1 where a sentence has what such a question asks for, 0 where it lacks it, 0.5 for any other question. `covers` tells
 * the share (0–1) of the question that a text names: a definition names its subject before its verb.
 */
export function fitsQuestion(
  question: string,
  covers: (text: string) => number,
): (sentence: string) => number {
  const kind = kinds.find(({ asks }) => asks.test(question));
  if (kind !== undefined) return (sentence) => (kind.answers.test(sentence) ? 1 : 0);
  if (!asksDefinition.test(question)) return () => 0.5;
  return (sentence) => {
    const subject = defines.exec(sentence)?.[1];
    return subject !== undefined && covers(subject) > 0.6 ? 1 : 0;
  };
}
