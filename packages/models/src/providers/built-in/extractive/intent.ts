/** What somebody wants of an answerer that can only quote. */
export type Intent = 'greeting' | 'thanks' | 'farewell' | 'about' | 'task' | 'question';

const whole = (...patterns: string[]) =>
  new RegExp(String.raw`^[\s¡¿]*(?:${patterns.join('|')})[\s!！.。?？~…,，]*$`, 'iu');

const smallTalk: [Intent, RegExp][] = [
  [
    'greeting',
    whole(
      '(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|lectern))?',
      'bonjour|bonsoir|salut|coucou|allô',
      '你好|您好|嗨|哈喽|哈囉|大家好|早上好|早安|下午好|晚上好',
    ),
  ],
  [
    'thanks',
    whole(
      '(?:ok(?:ay)?[, ]+)?(?:many )?thanks?(?: you)?(?: (?:a lot|so much|very much|again))?|thx|ok(?:ay)?|got it|great|perfect',
      "(?:ok[, ]+)?merci(?: (?:beaucoup|bien|infiniment))?|parfait|d['’]accord|super",
      '(?:谢谢|謝謝|多谢|多謝|感谢|感謝)(?:你|您)?|好的|明白了|知道了',
    ),
  ],
  [
    'farewell',
    whole(
      '(?:good)?bye(?: bye)?|see you(?: later)?',
      'au revoir|à (?:bientôt|plus)|bonne (?:journée|soirée)',
      '再见|再見|拜拜',
    ),
  ],
  [
    'about',
    whole(
      '(?:who|what) are you|what can you do(?: for me)?|what do you do|how do you work|what is your name|are you (?:an? )?(?:bot|robot|human|ai|chatgpt)|help(?: me)?',
      "(?:qui|qu['’]) ?(?:es[- ]tu|êtes[- ]vous)|tu es qui|que (?:peux|sais)[- ]tu faire|que (?:pouvez|savez)[- ]vous faire|comment (?:fonctionnes[- ]tu|fonctionnez[- ]vous)|aide(?:[- ]moi)?",
      '你(?:是谁|是誰|是什么|是什麼|叫什么(?:名字)?|叫什麼(?:名字)?)|[你您](?:能|会|會|可以)(?:做|帮我做|幫我做)(?:什么|什麼|些什么|些什麼)|帮助|幫助',
    ),
  ],
];

const asks = String.raw`(?:(?:please|can you|could you|would you|i (?:want|need) you to|peux[- ]tu|pouvez[- ]vous|s['’]il (?:te|vous) plaît|merci de|请|請|帮我|幫我|麻烦|麻煩|能否|可以)[\s,，]*)*`;
const tasks = new RegExp(
  String.raw`^\s*${asks}(?:${[
    String.raw`(?:summari[sz]e|sum up|translate|compare|rewrite|rephrase|paraphrase|write|draft|compose|create|generate|make|outline|list (?:all|every|the))\b`,
    String.raw`(?:give|show) me (?:a |an )?(?:short |brief )?(?:summary|overview|outline|list|table|translation)\b`,
    String.raw`explain\b.*\b(?:in (?:simple|plain|your own|other)|like i)`,
    String.raw`(?:résum(?:e|er|ez)|tradui(?:s|re|sez)|compar(?:e|er|ez)|reformul(?:e|er|ez)|rédig(?:e|er|ez)|écri(?:s|re|vez)|génèr(?:e|er|ez)|cré(?:e|er|ez)|fai(?:s|re|tes)|list(?:e|er|ez)|dress(?:e|er|ez))(?![\p{L}])`,
    '总结|總結|概括|概述|翻译|翻譯|比较|比較|对比|對比|改写|改寫|起草|撰写|撰寫|写一|寫一|列出所有|生成|制作|製作|把.*(?:翻译|翻譯|改写|改寫|总结|總結)',
  ].join('|')})`,
  'iu',
);

/** Reads what a message wants by its wording alone; whatever is no small talk and no task is a question. */
export function readIntent(message: string): Intent {
  const found = smallTalk.find(([, pattern]) => pattern.test(message));
  if (found) return found[0];
  return tasks.test(message) ? 'task' : 'question';
}

/** What a task is about, without what is to be done with it. */
export function readTaskSubject(message: string): string {
  const subject = message.replace(tasks, ' ').trim();
  return subject === '' ? message : subject;
}

/** Whether a message asks nothing of any document: greetings, thanks, and what the answerer is. */
export function isSmallTalk(message: string): boolean {
  const intent = readIntent(message);
  return intent !== 'task' && intent !== 'question';
}
