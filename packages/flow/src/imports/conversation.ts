import type { Language } from '@lectern/contract';
import type { Link, Part } from './assemble.ts';
import { importTexts } from './texts.ts';

/** The type and id of what an import puts in where the other product runs anew for each message. */
export const chat = '$chat';

/** Leads the ends of a flow back to an answer behind its beginning, which waits for the next message. */
export function addConversation(
  parts: Part[],
  links: Link[],
  begin: Part,
  ends: ReadonlySet<string>,
  language: Language,
): void {
  for (const link of links) if (link.source === begin.id) link.source = chat;
  links.push({ source: begin.id, target: chat });
  for (const id of ends) if (id !== begin.id) links.push({ source: id, target: chat });
  const { x, y } = begin.position ?? { x: 0, y: 0 };
  parts.push({
    id: chat,
    type: chat,
    name: importTexts[language].conversation,
    data: {},
    parent: null,
    position: begin.position && { x: x + 20, y: y + 140 },
  });
}
