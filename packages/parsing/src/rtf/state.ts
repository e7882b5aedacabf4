import type { RunLook } from '../text-marks.ts';

/** Where the text of a group goes. */
export type Destination =
  | 'body'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'subject'
  | 'marker'
  | 'header'
  | 'footer'
  | 'footnote'
  | 'picture';

/** What a group inherits from the one around it and gives back at its end. */
export type GroupState = {
  destination: Destination;
  font: number;
  /** Font for East Asian text where the writer names it apart (\dbch\af). */
  encoding: string;
  /** Characters that are in for a \u escape in old readers, to be skipped. */
  unicodeSkip: number;
  isHidden: boolean;
  isBold: boolean;
  /** How text looks besides. */
  look: Omit<RunLook, 'bold' | 'href'>;
};

/** The look after a control word; undefined for a word that says nothing of it. */
export function changeLook(
  { position, ...look }: GroupState['look'],
  word: string,
  isOn: boolean,
): GroupState['look'] | undefined {
  const placed = position === undefined ? {} : { position };
  switch (word) {
    case 'i':
      return { ...look, ...placed, italic: isOn };
    case 'strike':
    case 'striked':
      return { ...look, ...placed, strike: isOn };
    case 'super':
    case 'sub':
      return isOn ? { ...look, position: word } : look;
    case 'nosupersub':
      return look;
    default:
      return undefined;
  }
}

/** Code pages by the character set number of a font. */
export const ENCODING_BY_CHARSET: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'cp949',
  130: 'cp949',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  255: 'cp437',
};

/** Code pages whose name is not "windows-" and their number. */
export const ENCODING_BY_CODE_PAGE: Record<number, string> = {
  437: 'cp437',
  850: 'cp850',
  852: 'cp852',
  866: 'cp866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'cp949',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** Characters with a control word of their own. */
export const CHARACTER_WORDS: Record<string, string> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: ' ',
  zwj: '',
  zwnj: '',
  tab: '\t',
  line: '\n',
  softline: '\n',
  chatn: '',
};

/** Groups by their first control word. Groups marked `\*` that are not here are skipped. */
export const DESTINATION_BY_WORD: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  colortbl: 'skip',
  info: 'skip',
  title: 'title',
  author: 'author',
  subject: 'subject',
  operator: 'skip',
  comment: 'skip',
  doccomm: 'skip',
  keywords: 'skip',
  company: 'skip',
  creatim: 'skip',
  revtim: 'skip',
  printim: 'skip',
  generator: 'skip',
  listtable: 'skip',
  listoverridetable: 'skip',
  pgdsctbl: 'skip',
  rsidtbl: 'skip',
  themedata: 'skip',
  colorschememapping: 'skip',
  latentstyles: 'skip',
  datastore: 'skip',
  xmlnstbl: 'skip',
  fldinst: 'skip',
  object: 'skip',
  objdata: 'skip',
  nonshppict: 'skip',
  filetbl: 'skip',
  bkmkstart: 'skip',
  bkmkend: 'skip',
  annotation: 'skip',
  atnid: 'skip',
  atnauthor: 'skip',
  xe: 'skip',
  tc: 'skip',
  listtext: 'marker',
  pntext: 'marker',
  header: 'header',
  headerl: 'header',
  headerr: 'header',
  headerf: 'header',
  footer: 'footer',
  footerl: 'footer',
  footerr: 'footer',
  footerf: 'footer',
  footnote: 'footnote',
  pict: 'picture',
  shppict: 'body',
  shpinst: 'body',
  shptxt: 'body',
};
