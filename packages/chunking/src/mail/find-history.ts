import type { Block } from '@lectern/parsing';

/** What a stretch of a mail's body is: written for it, quoted from earlier mails, passed on, or a signature. */
export type BodyPart = 'own' | 'history' | 'forwarded' | 'signature';

/** A half-open range of a block's text. */
export type BodyRange = { block: Block; from: number; to: number; part: BodyPart };

const ATTRIBUTION =
  /^(?:>\s*)?(?:(?:On|Le|Am|El|Il|Op)\s.{4,250}(?:wrote|a écrit|schrieb|escribió|ha scritto|schreef|sent)\s*[:：]|(?:在|于).{4,120}写道\s*[:：])\s*$/iu;
const ORIGINAL =
  /^[-_*\s]{2,}(?:original message|message d.origine|message original|ursprüngliche nachricht|原始邮件|原邮件)[-_*\s]*$/iu;
const FORWARDED =
  /^(?:[-_*\s]{2,}(?:forwarded message|message transféré|message réexpédié|weitergeleitete nachricht|转发邮件|转发的邮件)[-_*\s]*|(?:begin forwarded message|début du message (?:transféré|réexpédié))\s*[:：])$/iu;
/** The heads that some programs set above what they quote. */
const QUOTED_FROM = /^\*?(?:From|De|Von|发件人)\*?\s*[:：]/iu;
const QUOTED_DATE = /^\*?(?:Sent|Date|Envoyé|Envoyé le|Gesendet|Datum|发送时间|日期)\*?\s*[:：]/iu;
const QUOTED_SUBJECT = /^\*?(?:Subject|Objet|Betreff|主题)\*?\s*[:：]/iu;
const QUOTED_HEAD_LINES = 6;
const SIGNATURE = /^(?:--|—)\s*$/;
const SENT_FROM =
  /^(?:sent from my |envoyé de(?:puis)? mon |envoyé à partir de |von meinem .{2,40} gesendet|发自我的|get outlook for |télécharger outlook|obtenir outlook)/iu;

type Line = { block: Block; from: number; to: number; text: string };

/**
 * Parts a body by lines. Lines that begin with ">" are history alone; an attribution ("On … wrote:") or the head of a
 * quoted mail makes history of all that follows, unless the quoted lines bear their own sign. A signature reaches from
 * its dashes to the end or to the history.
 */
export function partBody(blocks: readonly Block[]): BodyRange[] {
  const lines = blocks.flatMap(listLines);
  const ranges: BodyRange[] = [];
  let part: BodyPart = 'own';
  lines.forEach((line, index) => {
    const opens = part === 'history' || part === 'forwarded' ? undefined : findOpening(lines, index);
    if (opens === 'attribution') {
      const isMarked = lines.slice(index + 1, index + 5).some(({ text }) => /^>/.test(text));
      if (isMarked) {
        addLine(ranges, line, 'history');
        return;
      }
      part = 'history';
    } else if (opens) part = opens;
    else if (part === 'own' && SIGNATURE.test(line.text)) part = 'signature';
    const isQuoted = /^>/.test(line.text) || isAttributionTail(lines, index);
    const isSentFrom = part === 'own' && SENT_FROM.test(line.text);
    addLine(ranges, line, isQuoted ? 'history' : isSentFrom ? 'signature' : part);
  });
  return ranges;
}

function findOpening(
  lines: readonly Line[],
  index: number,
): 'attribution' | 'history' | 'forwarded' | undefined {
  const { text } = lines[index]!;
  if (FORWARDED.test(text)) return 'forwarded';
  if (ORIGINAL.test(text)) return 'history';
  if (ATTRIBUTION.test(text) || ATTRIBUTION.test(joinWithNext(lines, index))) return 'attribution';
  if (!QUOTED_FROM.test(text)) return undefined;
  const head = lines.slice(index + 1, index + QUOTED_HEAD_LINES).map((line) => line.text);
  const isHead =
    head.some((line) => QUOTED_DATE.test(line)) && head.some((line) => QUOTED_SUBJECT.test(line));
  return isHead ? 'history' : undefined;
}

/** The second line of an attribution that was wrapped: "On Monday, Ann Example" / "<ann@example.org> wrote:". */
function isAttributionTail(lines: readonly Line[], index: number): boolean {
  const before = lines[index - 1];
  return (
    before !== undefined &&
    !ATTRIBUTION.test(before.text) &&
    !ATTRIBUTION.test(lines[index]!.text) &&
    ATTRIBUTION.test(joinWithNext(lines, index - 1))
  );
}

function joinWithNext(lines: readonly Line[], index: number): string {
  const { text } = lines[index]!;
  const next = lines[index + 1]?.text ?? '';
  return text.length < 200 && next.length < 120 && next !== '' ? `${text} ${next}` : text;
}

/** Lines of a block; a table, a picture or code is one. */
function listLines(block: Block): Line[] {
  const { text } = block;
  const isWhole = block.table !== undefined || block.type === 'image' || block.type === 'code';
  if (isWhole || !text.includes('\n'))
    return [{ block, from: 0, to: text.length, text: isWhole ? '' : text.trim() }];
  const lines: Line[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    const to = from + line.length;
    lines.push({ block, from, to, text: line.trim() });
    from = to + 1;
  }
  return lines;
}

function addLine(ranges: BodyRange[], { block, from, to }: Line, part: BodyPart): void {
  const last = ranges.at(-1);
  if (last && last.block === block && last.part === part) last.to = to;
  else ranges.push({ block, from, to, part });
}
