import type { MailBlock, MailTexts } from './mail-text.ts';

/** What programs without HTML show, and the administrator in the outbox. */
export function layOutText(blocks: MailBlock[], footer: string, { colon }: Pick<MailTexts, 'colon'>): string {
  const layOutBlock = (block: MailBlock): string => {
    if (typeof block === 'string') return block;
    if ('code' in block) return `    ${block.code}`;
    if ('said' in block) return `${block.speaker}${colon.trimEnd()}\n${block.said}`;
    if ('link' in block) return `${block.link}${colon.trimEnd()}\n${block.url}`;
    return block.facts.map(([label, value]) => `${label}${colon}${value}`).join('\n');
  };
  return `${[...blocks.map(layOutBlock), `-- \n${footer}`].join('\n\n')}\n`;
}
