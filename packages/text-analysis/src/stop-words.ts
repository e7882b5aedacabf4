/**
 * Words that say nothing about a text's subject, in the folded form of `fold` (lower case, no accents). Question
 * words belong to them: they shape a question and are rarely found in its answer.
 */
const english = `a about above after again all also am an and any are as at be because been before being below
between both but by can could did do does doing don down during each few for from further had has have having he her
here hers him his how i if in into is it its just me might more most my no nor not now of off on once only or other
our ours out over own please s same shall she should so some such t than that the their theirs them then there these
they this those through to too under until up us very was we were what when where which while who whom whose why will
with would you your yours`;

const french = `a ai au aucun aucune aux avec avoir c ce ceci cela celle celles celui ces cet cette ceux comme comment
combien d dans de des du donc dont elle elles en entre est et etaient etait etant etc ete etes etre eu eux il ils j je
l la le les leur leurs lors lorsque lui m ma mais me meme mes moi mon n ne ni nos notre nous on ont ou par pas pendant
peut plus pour pourquoi qu quand que quel quelle quelles quels qui quoi s sa sans se sera ses si soi soit son sont
sous sur t ta te tes toi ton tous tout toute toutes tu un une vos votre vous y suis sommes etes es ait avons avez puis
peux peuvent pouvoir dois doit faire fait fais si`;

/** Simplified characters; traditional ones are folded before they are looked up. */
const chinese = `的 了 是 在 和 与 及 或 也 都 就 而 但 被 把 对 从 到 由 于 以 为 有 我 你 他 她 它 们 我们 你们
他们 这 那 这个 那个 其 之 着 过 地 得 很 吗 呢 吧 啊 呀 什么 怎么 怎样 如何 哪 哪些 哪个 哪里 哪种 谁 为什么 为何 多少
多久 几 何 是否 请问 可以 能否 一个 是什么 有哪些 怎么办 某 该 是不是 有没有 会 能 应该 需要 如果 因为 所以
但是 那么 这样 这种 这些 那些 时候 的话 自己 别人 没有 已经`;

const englishWords = new Set(english.split(/\s+/));
const frenchWords = new Set(french.split(/\s+/));
const chineseWords = new Set(chinese.split(/\s+/));

export function isEnglishStopWord(folded: string): boolean {
  return englishWords.has(folded);
}

export function isFrenchStopWord(folded: string): boolean {
  return frenchWords.has(folded);
}

export function isChineseStopWord(simplified: string): boolean {
  return chineseWords.has(simplified);
}
