/** Chinese, Japanese and Korean letters, whose tokens are far shorter than those of alphabets. */
function isWide(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7ff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0xd840 && code <= 0xd8ff)
  );
}

function tokensOf(code: number): number {
  if (isWide(code)) return 0.75;
  // Alphabets other than Latin take about twice as many tokens a letter.
  return code < 0x250 ? 0.25 : 0.5;
}

/** Tokens by rule of thumb (4 Latin letters, 2 others, or 1.3 wide ones a token): no tokeniser fits every model. */
export function estimateTokens(text: string): number {
  return Math.ceil(weighTokens(text));
}

/** As `estimateTokens`, not rounded: the weights of pieces add up to that of the whole. */
export function weighTokens(text: string): number {
  let tokens = 0;
  for (let index = 0; index < text.length; index++) tokens += tokensOf(text.charCodeAt(index));
  return tokens;
}

/** The longest start of `text` with at most `limit` estimated tokens, never cut inside a surrogate pair. */
export function truncateToTokens(text: string, limit: number): string {
  let tokens = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    tokens += tokensOf(code);
    if (tokens <= limit) continue;
    const splitsPair = code >= 0xdc00 && code <= 0xdfff;
    return text.slice(0, splitsPair ? index - 1 : index);
  }
  return text;
}
