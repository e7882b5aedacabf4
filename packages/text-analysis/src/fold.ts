const letters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
};

/** One spelling for what a reader takes as the same word: NFKC, lower case, without accents and ligatures. */
export function fold(word: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is for plain ASCII
  if (/^[\x00-\x7f]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[æœßøłđıðþ]/g, (letter) => letters[letter]!)
    .normalize('NFC');
}
