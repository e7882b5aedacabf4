import { type TaggedWord, tagChinese } from '@lectern/text-analysis';
import type { EntityKind } from '../entity-types.ts';
import type { FoundName } from './latin-names.ts';

const organizationEnd =
  /(?:公司|大学|大學|学院|學院|委员会|委員會|银行|銀行|集团|集團|协会|協會|法院|政府|研究所|研究院|医院|醫院|中心|基金会|基金會|联盟|聯盟|出版社|俱乐部|俱樂部|部队|警察局|教育局|管理局|总局|總局|事务所|大會堂|博物馆|博物館|图书馆|圖書館|党|黨)$/;
const locationEnd =
  /(?:省|市|县|縣|区|區|镇|鎮|乡|鄉|村|路|街|河|江|山|湖|岛|島|海|半岛|半島|高原|盆地|机场|機場|火车站|車站|国|國)$/;
const eventEnd =
  /(?:战争|戰爭|会议|會議|大会|大會|运动会|運動會|革命|奥运会|奧運會|世界杯|世界盃|锦标赛|錦標賽|起义|起義|事件|事变|事變|地震|危机|危機|峰会|峰會|博览会|博覽會|战役|戰役|之战|之戰)$/;
/** The commonest family names, simplified and traditional. */
const familyName =
  /^[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鐘谭譚陆陸汪范石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫阎段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯习習]|^(?:欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|司徒)/;
/** Parts of speech that a name of several words is made of. */
const nominal = /^(?:n|nr|nrt|nrfg|ns|nt|nz|j|b|vn|an|eng|f|s)$/;
/** Tagged as names by the dictionary, but words of every day. */
const common = new Set(
  '城市 英里 大街 山脉 山脈 王朝 平原 加盟 大桥 大橋 三角洲 交易所 全国 全國 世界 公里 国家 國家'.split(' '),
);
const tagKinds: Record<string, EntityKind> = {
  nr: 'person',
  nrfg: 'person',
  nrt: 'person',
  ns: 'location',
  nt: 'organization',
};

/** The proper names of a Chinese sentence, by their parts of speech and the words they end with. */
export function findChineseNames(text: string): FoundName[] {
  const names: FoundName[] = [];
  for (const match of text.matchAll(/[\p{Script=Han}·]{2,}/gu)) {
    const run = match[0];
    names.push(...foreignNames(run, match.index));
    const words = tagChinese(run);
    for (let at = 0; at < words.length; ) {
      const to = endOfGroup(run, words, at);
      const found = to > at ? nameOf(words.slice(at, to), match.index) : [];
      names.push(
        ...found.filter((name) => !names.some(({ start, end }) => name.start < end && start < name.end)),
      );
      at = Math.max(to, at + 1);
    }
  }
  return names.sort((a, b) => a.start - b.start);
}

/** 弗兰克·劳埃德·赖特: names that are written by their sound keep their parts apart. */
function foreignNames(run: string, offset: number): FoundName[] {
  return [...run.matchAll(/[\p{Script=Han}]{1,6}(?:·[\p{Script=Han}]{1,6})+/gu)].flatMap((match) => {
    const words = tagChinese(match[0]);
    // What is before the first part belongs to the sentence: only its last word is the name's.
    const dot = match[0].indexOf('·');
    const firstPart = words.filter(({ end }) => end <= dot).at(-1);
    const lastDot = match[0].lastIndexOf('·');
    const lastPart = words.find(({ start }) => start > lastDot);
    if (!firstPart || !lastPart) return [];
    const start = offset + match.index + firstPart.start;
    const name = match[0].slice(firstPart.start, lastPart.end).replace(/[于在说說的等与與和及是曾]$/u, '');
    const end = start + name.length;
    return [{ name, kind: 'person' as const, certainty: 3, start, end, weak: false }];
  });
}

function endOfGroup(run: string, words: TaggedWord[], from: number): number {
  let end = from;
  while (
    end < words.length &&
    end - from < 6 &&
    nominal.test(words[end]!.tag) &&
    run[words[end]!.start] !== '·'
  )
    end++;
  return end;
}

/** The longest name that ends in a word of its kind; else each word that the dictionary knows as a name. */
function nameOf(group: TaggedWord[], offset: number): FoundName[] {
  const join = (words: TaggedWord[], kind: EntityKind, certainty: number): FoundName => ({
    name: words.map(({ word }) => word).join(''),
    kind,
    certainty,
    start: offset + words[0]!.start,
    end: offset + words.at(-1)!.end,
    weak: false,
  });
  const proper = group.findIndex(({ tag }) => /^(?:nr|nrt|ns|nt|nz|j)$/.test(tag));
  if (proper < 0) return [];
  for (let to = group.length; to > proper; to--) {
    const words = group.slice(proper, to);
    const name = words.map(({ word }) => word).join('');
    if (name.length < 3 || words.length > 5) continue;
    const rest = () => nameOf(group.slice(to), offset);
    if (organizationEnd.test(name)) return [join(words, 'organization', 3), ...rest()];
    if (eventEnd.test(name)) return [join(words, 'event', 3), ...rest()];
    if (words.length > 1 && locationEnd.test(name)) return [join(words, 'location', 2), ...rest()];
  }
  return group.slice(proper).flatMap((word) => {
    const kind = tagKinds[word.tag];
    if (kind === undefined || word.word.length < 2 || common.has(word.word)) return [];
    if (kind !== 'person') return [join([word], kind, 2)];
    // The dictionary guesses persons: one with a family name is likelier to be one.
    const isLikely = familyName.test(word.word) && word.word.length < 5;
    if (!isLikely && (word.tag === 'nr' || word.word.length > 6)) return [];
    return [{ ...join([word], kind, isLikely ? 2 : 1), weak: !isLikely || word.word.length === 2 }];
  });
}
