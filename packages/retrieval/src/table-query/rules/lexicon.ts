import { readWords } from './tokens.ts';

/** What words of a question mean besides columns and values. */
export type Meaning =
  | { kind: 'count' | 'much' | 'distinct' | 'sum' | 'avg' | 'list' | 'by' | 'rows' | 'or' | 'top' | 'first' }
  /** `from` may also begin what has no end, which is not sure. */
  | { kind: 'between'; open?: true }
  /** `bare`: "most" may mean the most rows as well as the largest figure. `of`: which column it speaks of by itself. */
  | { kind: 'extreme'; direction: 'asc' | 'desc'; bare?: true; of?: 'price' | 'date' }
  /** `after`: it is behind its figure, as in Chinese. */
  | { kind: 'compare'; op: '<' | '<=' | '>' | '>=' | '='; after?: true; of?: 'date' }
  | { kind: 'number'; value: number };

const plain = {
  count: `how many|number of|count of|count|combien de|combien d|nombre de|nombre d|nombre|多少个|多少份|多少条|
    多少家|多少名|多少人|多少张|多少笔|多少种|几个|几份|几条|几家|几名|几种|数量|总数|个数`,
  much: 'how much|combien|多少',
  distinct: 'different|distinct|unique|differents|differentes|distincts|distinctes|uniques|不同的|不同',
  sum: `total|totals|sum of|sum|in total|altogether|overall|all together|totale|totaux|somme|en tout|au total|合计|总计|
    总和|总共|一共|总额|共计|总`,
  avg: 'average|mean|avg|on average|moyenne|moyen|moyens|moyennes|en moyenne|平均值|平均',
  list: `list|show|which|what are|liste|lister|listez|montre|montrez|affiche|affichez|quels|quelles|quel|quelle|列出|显示|
    哪些|哪几个|哪几家|哪个|哪家|哪位|哪一个|哪一份|哪份|哪一家|哪种|哪`,
  by: 'by|per|for each|for every|each|every|grouped by|par|pour chaque|chaque|每个|每家|每种|每位|每|各个|各|按照|按',
  rows: `row|rows|record|records|entry|entries|item|items|line|lines|ligne|lignes|enregistrement|enregistrements|entree|
    entrees|行|记录|条目|条记录`,
  or: 'or|ou|或者|或|还是',
  top: 'top|前',
  first: 'first|premier|premiers|premiere|premieres',
} as const;

const extremes: [string, Omit<Extract<Meaning, { kind: 'extreme' }>, 'kind'>][] = [
  [
    'most expensive|dearest|priciest|plus cher|plus chers|plus chere|plus cheres|plus couteux|最贵',
    { direction: 'desc', of: 'price' },
  ],
  [
    'cheapest|least expensive|moins cher|moins chers|moins chere|moins cheres|moins couteux|最便宜',
    { direction: 'asc', of: 'price' },
  ],
  [
    'latest|newest|most recent|plus recent|plus recents|plus recente|plus recentes|最新|最近|最晚',
    { direction: 'desc', of: 'date' },
  ],
  [
    'earliest|oldest|plus ancien|plus anciens|plus ancienne|plus anciennes|plus tot|最早|最旧',
    { direction: 'asc', of: 'date' },
  ],
  [
    `highest|largest|biggest|greatest|maximum|maximal|maximale|max|plus eleve|plus eleves|plus elevee|plus elevees|
    plus grand|plus grands|plus grande|plus grandes|plus haut|plus haute|plus gros|plus grosse|plus important|
    plus importants|plus importante|plus importantes|最高|最大|最长`,
    { direction: 'desc' },
  ],
  [
    `lowest|smallest|minimum|minimal|minimale|min|plus bas|plus basse|plus petit|plus petits|plus petite|plus petites|
    plus faible|plus faibles|moins eleve|moins eleves|moins elevee|最低|最小|最短`,
    { direction: 'asc' },
  ],
  ['the most|most|le plus de|le plus|最多', { direction: 'desc', bare: true }],
  ['the least|the fewest|least|fewest|le moins de|le moins|最少', { direction: 'asc', bare: true }],
];

const comparisons: [string, Omit<Extract<Meaning, { kind: 'compare' }>, 'kind'>][] = [
  [
    `more than|over|above|greater than|higher than|larger than|exceeding|exceed|exceeds|plus de|plus d|plus que|
    superieur a|superieurs a|superieure a|superieures a|au dessus de|depasse|depassent|depassant|超过|大于|高于|多于|>`,
    { op: '>' },
  ],
  ['at least|au moins|au minimum|不低于|不少于|至少|≥', { op: '>=' }],
  [
    `less than|under|below|lower than|smaller than|fewer than|moins de|moins d|moins que|inferieur a|inferieurs a|
    inferieure a|inferieures a|au dessous de|en dessous de|小于|低于|少于|不到|不足|<`,
    { op: '<' },
  ],
  ['at most|no more than|au plus|au maximum|不超过|不高于|最多为|至多|≤', { op: '<=' }],
  ['equal to|exactly|egal a|egale a|exactement|等于|=', { op: '=' }],
  ['after|later than|apres|posterieur a|posterieure a|晚于', { op: '>', of: 'date' }],
  ['since|depuis|a partir de|a partir du|自从|自', { op: '>=', of: 'date' }],
  ['before|earlier than|prior to|avant|avant le|anterieur a|anterieure a|早于', { op: '<', of: 'date' }],
  ['until|up to|by the end of|jusqu a|jusqu en|jusqu au|截至|截止', { op: '<=', of: 'date' }],
  ['in|during|en|dans|pendant|au cours de|在|于', { op: '=', of: 'date' }],
  ['以上|及以上', { op: '>=', after: true }],
  ['以下|及以下|以内', { op: '<=', after: true }],
  ['之后|以后', { op: '>', after: true, of: 'date' }],
  ['之前|以前', { op: '<', after: true, of: 'date' }],
];

const numbers: [string, number][] = [
  ['two|deux|两|二', 2],
  ['three|trois|三', 3],
  ['four|quatre|四', 4],
  ['five|cinq|五', 5],
  ['six|六', 6],
  ['seven|sept|七', 7],
  ['eight|huit|八', 8],
  ['nine|neuf|九', 9],
  ['ten|dix|十', 10],
];

function* listPhrases(): Iterable<{ words: string[]; meaning: Meaning }> {
  const all: [string, Meaning][] = [
    ...Object.entries(plain).map(([kind, phrases]): [string, Meaning] => [phrases, { kind } as Meaning]),
    ...extremes.map(([phrases, rest]): [string, Meaning] => [phrases, { kind: 'extreme', ...rest }]),
    ...comparisons.map(([phrases, rest]): [string, Meaning] => [phrases, { kind: 'compare', ...rest }]),
    ['between|entre|介于|de', { kind: 'between' }],
    ['from', { kind: 'between', open: true }],
    ...numbers.map(([phrases, value]): [string, Meaning] => [phrases, { kind: 'number', value }]),
  ];
  for (const [phrases, meaning] of all)
    for (const phrase of phrases.split('|')) {
      const text = phrase.trim();
      yield { words: /^[<>=≥≤]$/.test(text) ? [text] : readWords(text), meaning };
    }
}

/** Phrases with their meaning, the longest first; of those alike the earlier counts. */
export const lexicon = [...listPhrases()].sort((a, b) => b.words.length - a.words.length);

/** A question with one of these that means nothing known is not answered by rules: they turn its sense. */
export const turningWords = new Set(
  `no not nor without except excluding never none than more less few fewer now today yesterday tomorrow current currently
  pas sans sauf hors aucun aucune jamais ni plus moins aujourd hui maintenant actuellement hier demain
  不 没 无 非 除 未 否 且 比`.split(/\s+/),
);

/** Words that shape a question and name nothing. */
export const shapingWords = new Set(
  `what who whose where when how give tell me us find please much value values amount there many have has got does
  make made table sheet list data recorded listed they one ones s
  donne donnez moi nous dis dites trouve trouvez valeur valeurs y a t il elle combien tableau feuille donnees existe existent
  avons compte ayant dont chez st 请 问 给 我 告 诉 查 找 个 份 条 家 名 位 张 笔 种 元 款 项 是 的 了 有 在 为 多 少 什 么 几 哪 些
  里 中 内 表 格 数 据 和 与 及 吗 呢 其 们 这 那 所 共`.split(/\s+/),
);

/** Names of columns that "expensive" and "cheap" speak of. */
export const priceWords = 'price|prix|cost|cout|tarif|montant|amount|价格|单价|售价|价|费用|金额'.split('|');

/** Words that speak of the same day, as a verb in a question and as the name of a column. */
export const dayWords: readonly ReadonlySet<string>[] = [
  `end ends ended ending expire expires expired expiring expiry expiration fin finit finissent termine terminent terminé
  termines expirent echeance echoit 到期 截止 结束 终止`,
  'sign signed signature signe signes signee signees conclu conclus 签订 签署 签约',
  'start starts started begin begins began debut debute debutent commence commencent 开始 起始 生效',
  'hire hired embauche embauches embauchee recrute recrutes entree 入职 聘用',
  'order ordered placed commande commandes commandee commandees 下单 订购',
  'deliver delivered delivery livraison livre livres livree livrees 交付 交货 发货',
  'pay paid payment paiement paye payes payee payees regle regles 付款 支付',
  'create created creation cree crees creee creees 创建 成立 注册',
  'born birth naissance nee nes nees 出生',
  'buy bought purchase purchased achat achete achetes achetee achetees 购买 采购',
  'sell sold sale sales vente vendu vendus vendue vendues 销售 售出',
].map((words) => new Set(words.split(/\s+/)));
