import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const guides = resolve(import.meta.dirname, '../docs/extending');

/** The guides to extending the product, as file names. */
export const guidePages = readdirSync(guides).filter((name) => name !== 'README.md');

type Step = { path: string; kind: 'file' | 'diff'; lines: string[] };

/** The code blocks of a page that name a file: new files by a comment, changes by the head of a diff. */
export function readSteps(page: string): Step[] {
  const blocks = readFileSync(join(guides, page), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, language, code = '']): Step[] => {
    const [head = '', ...lines] = code.replace(/\n$/, '').split('\n');
    const path = /^(?:\/\/|---|--) (\S+\/\S+\.\w+)$/.exec(head)?.[1];
    if (!path) return [];
    return [{ path, kind: language === 'diff' ? 'diff' : 'file', lines }];
  });
}

/**
 * Applies a diff without line numbers.
 *
 * @throws Error when its old lines do not occur in the text exactly once
 */
export function applyDiff(text: string, lines: string[], path: string): string {
  const pick = (signs: string) =>
    lines
      .filter((line) => line === '' || signs.includes(line[0]!))
      .map((line) => line.slice(1))
      .join('\n');
  const parts = `\n${text}`.split(`\n${pick(' -')}\n`);
  if (parts.length !== 2)
    throw new Error(`${path} has these lines ${parts.length - 1} times:\n${pick(' -')}`);
  return parts.join(`\n${pick(' +')}\n`).slice(1);
}
