import { estimateTokens } from '@lectern/models';

/** One question to a chat model about one chunk. */
export type Prompt = { system: string; prompt: string; maxTokens: number };

/** Work on a chunk that a chat model can be asked for. */
export type Annotation = 'keywords' | 'questions';

const systems: Record<Annotation, string> = {
  keywords:
    'You find the keywords of a text. Answer with the most important words or short phrases of the text, the most important first, one a line, in the language of the text, and with nothing else.',
  questions:
    'You write the questions that a text answers. Answer with questions that a person would ask and that the text alone answers, the most important first, one a line, in the language of the text, and with nothing else.',
};

const tokensEach: Record<Annotation, number> = { keywords: 8, questions: 32 };
/** What models write around what they were asked for. */
const slackTokens = 32;

export function buildAnnotationPrompt(annotation: Annotation, text: string, count: number): Prompt {
  return {
    system: systems[annotation],
    prompt: `At most ${count} lines.\n\nText:\n\n${text}`,
    maxTokens: count * tokensEach[annotation] * 2 + slackTokens,
  };
}

/** What one such question takes, by rule of thumb, for a text of so many tokens. */
export function estimateAnnotation(annotation: Annotation, textTokens: number, count: number) {
  const { system, prompt } = buildAnnotationPrompt(annotation, '', count);
  return {
    promptTokens: textTokens + estimateTokens(system) + estimateTokens(prompt),
    completionTokens: count * tokensEach[annotation],
  };
}

const longest: Record<Annotation, number> = { keywords: 100, questions: 500 };
/** A keyword is no sentence. */
const mostKeywordWords = 6;

/** The lines of an answer that are what was asked for, without numbers and marks; empty where the model wrote nonsense. */
export function readAnnotation(annotation: Annotation, answer: string, count: number): string[] {
  const found = new Map<string, string>();
  for (const line of splitAnswer(annotation, answer)) {
    const item = line
      .replace(/^\s*(?:[-*•·]|\(?\d{1,2}[.):、]|[qQ]\d*\s*[:.])\s*/u, '')
      .replace(/^["“«'`\s]+/u, '')
      .replace(annotation === 'keywords' ? /["”»'`\s.;,，。；、]+$/u : /["”»'`\s]+$/u, '')
      .replace(/\*\*/g, '')
      .trim();
    if (item.length < 2 || item.length > longest[annotation] || !/[\p{L}\p{N}]/u.test(item)) continue;
    if (annotation === 'keywords' && item.split(/\s+/).length > mostKeywordWords) continue;
    if (annotation === 'questions' && !/[?？؟]$/u.test(item)) continue;
    const key = item.toLowerCase();
    if (!found.has(key)) found.set(key, item);
  }
  return [...found.values()].slice(0, count);
}

function splitAnswer(annotation: Annotation, answer: string): string[] {
  const text = answer.replace(/^```\w*\n?|```$/gm, '').trim();
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text);
      if (Array.isArray(list)) return list.filter((item) => typeof item === 'string');
    } catch {
      // Not the list it looks like: read as lines.
    }
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  // All on one line, as some models write keywords whatever they are told.
  if (annotation === 'keywords' && lines.length === 1) return (lines[0] as string).split(/[,;，；、]/u);
  return lines;
}
