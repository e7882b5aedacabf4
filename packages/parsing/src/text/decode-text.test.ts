import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText, decodeTextAs } from './decode-text.ts';
import { looksLikeText } from './sniff-text.ts';

const CHINESE = '人工智能正在改变世界，许多行业因此受益。这份报告说明了原因。';
const TRADITIONAL = '人工智慧正在改變世界，許多行業因此受益。這份報告說明了原因。';
const JAPANESE = 'これは日本語の文章です。文字コードを正しく判定してください。';
const KOREAN = '이것은 한국어 문장입니다. 문자 인코딩을 올바르게 판별해야 합니다.';
const RUSSIAN = 'Это русский текст. Кодировка должна быть определена правильно.';
const FRENCH = 'L’été dernier, les élèves ont étudié « l’œuvre » à 10 €.';

describe('encodings', () => {
  it.each([
    ['utf-8', CHINESE],
    ['gb18030', CHINESE],
    ['big5', TRADITIONAL],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['euc-kr', KOREAN],
    ['windows-1251', RUSSIAN],
    ['windows-1252', FRENCH],
  ])('%s is found by content', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding)).text).toBe(text);
  });

  it.each(['utf-16le', 'utf-16be'])('Chinese in %s needs no byte order mark', (encoding) => {
    const text = `一份报告\n${CHINESE}\n第 2 页，共 10 页`;
    const bytes = iconv.encode(text, encoding, { addBOM: false });
    expect(looksLikeText(bytes)).toBe(true);
    expect(decodeText(bytes).text).toBe(text);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le'])('%s is known by its byte order mark', (encoding) => {
    const decoded = decodeText(iconv.encode(FRENCH, encoding, { addBOM: true }));
    expect(decoded.text.replace('\ufeff', '')).toBe(FRENCH);
    expect(decoded.guessed).toBe(false);
  });

  it('UTF-16 without a mark is known by its zero bytes', () => {
    expect(decodeText(iconv.encode('plain words', 'utf-16le'))).toMatchObject({
      text: 'plain words',
      guessed: true,
    });
  });

  it('Latin-1 is read as windows-1252, curly quotes and euro included', () => {
    expect(decodeTextAs(Buffer.from([0x93, 0x80, 0x94]), 'ISO-8859-1').text).toBe('“€”');
  });

  it('a few accents do not make a text Chinese', () => {
    expect(decodeText(iconv.encode('Déjà vu', 'windows-1252')).text).toBe('Déjà vu');
  });
});

it('tells text from binary data', () => {
  expect(looksLikeText(Buffer.from('words\tand\nlines'))).toBe(true);
  expect(looksLikeText(Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]))).toBe(false);
  expect(looksLikeText(Buffer.from('words\0words'))).toBe(false);
  expect(() => decodeText(Buffer.from('words\0words'))).toThrow(/mislabelled/);
});
