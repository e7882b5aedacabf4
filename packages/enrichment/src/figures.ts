import { estimateTokens } from '@lectern/models';

/** Asked of a vision model, with the picture. */
export const figurePrompt =
  'Describe this figure from a document so that it can be found by search: what it shows, its title, labels, units, and the values or relations that matter. Use the language of the text in the figure. Write plain sentences, at most 150 words, and nothing else. If it is only decoration, such as a logo or a line, answer with the single word: decoration';
export const figureTokens = 320;
/** What pictures of this size take with most providers. */
const pictureTokens = 1_000;

export function estimateFigure() {
  return { promptTokens: pictureTokens + estimateTokens(figurePrompt), completionTokens: figureTokens / 2 };
}

/** The description; undefined for what shows nothing, or where the model wrote nothing. */
export function readFigure(answer: string): string | undefined {
  const text = answer.trim();
  if (text === '' || /^["'*]*decoration["'.*]*$/i.test(text)) return undefined;
  return text;
}
