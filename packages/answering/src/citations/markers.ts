/** A marker `[n]` in the finished answer: its number and its characters (UTF-16 offsets, the end not included). */
export type CitationMarker = { number: number; start: number; end: number };

/** `text` goes to the reader as it is; markers lie inside the text given so far. */
export type MarkerOutput = { text: string; markers: CitationMarker[] };

export type MarkerReader = {
  push: (delta: string) => MarkerOutput;
  /** Gives what was held back; call it once, when the stream has ended or was stopped. */
  finish: () => MarkerOutput;
};

const longestMarker = 60;
const opening = /^(?:\[|【)/;
const label = String.raw`(?:\^|#|(?:id|ref|source|sources|passage|passages|document|doc|chunk|来源|段落)\s*[:：#]?\s*)?`;
const list = String.raw`\d{1,4}(?:\s*(?:[,;，、]|-|–|&|and|et)\s*${label}\d{1,4})*`;
const marker = new RegExp(String.raw`^[\[【]\s*${label}(${list})(?:†[^\]】]*)?\s*[\]】]`, 'i');
const range = /(\d+)\s*[-–]\s*(?:\D*?)(\d+)/;

/**
 * Reads an answer as it streams and writes its markers in one form: `[1, 2]`, `【1】`, `[^1]` and `[source 1]` become
 * `[1][2]` and so on. A number that no passage has is left out. Code, fenced or between backticks, is not touched, nor
 * is a link `[1](…)`. Holds back only what may still become a marker.
 */
export function createMarkerReader(knownNumbers: Iterable<number>): MarkerReader {
  const known = new Set(knownNumbers);
  let pending = '';
  let length = 0;
  /** The run that opened the code we are in. */
  let fence: string | undefined;
  let inlineCode: string | undefined;
  let atLineStart = true;

  function read(final: boolean): MarkerOutput {
    let text = '';
    const markers: CitationMarker[] = [];
    const emit = (piece: string) => {
      text += piece;
      atLineStart = piece.endsWith('\n') || (atLineStart && /^ {1,3}$/.test(piece));
    };
    while (pending !== '') {
      const step = readStep(final);
      if (step === undefined) break;
      pending = pending.slice(step.taken);
      if (step.numbers === undefined) emit(step.text);
      else {
        for (const number of step.numbers) {
          const start = length + text.length;
          markers.push({ number, start, end: start + `[${number}]`.length });
          emit(`[${number}]`);
        }
      }
    }
    length += text.length;
    return { text, markers };
  }

  /** Takes one piece from `pending`; undefined where its meaning depends on what comes next. */
  function readStep(final: boolean): { taken: number; text: string; numbers?: number[] } | undefined {
    const run = /^(?:`+|~+)/.exec(pending)?.[0];
    if (run !== undefined) {
      if (run.length === pending.length && !final) return undefined;
      toggleCode(run);
      return { taken: run.length, text: run };
    }
    if (fence === undefined && inlineCode === undefined) {
      const read = readMarker(final);
      if (read !== 'none') return read;
    }
    if (pending[0] === '\n') {
      // Inline code ends with its paragraph at the latest.
      if (atLineStart && fence === undefined) inlineCode = undefined;
      return { taken: 1, text: '\n' };
    }
    const next = pending.slice(1).search(/[\n`~[【]| +(?:[[【]|$)/);
    const taken = next < 0 ? pending.length : next + 1;
    return { taken, text: pending.slice(0, taken) };
  }

  function toggleCode(run: string): void {
    if (fence !== undefined) {
      if (atLineStart && run[0] === fence[0] && run.length >= fence.length) fence = undefined;
    } else if (inlineCode !== undefined) {
      if (run === inlineCode) inlineCode = undefined;
    } else if (run.length >= 3 && atLineStart) fence = run;
    else if (run[0] === '`') inlineCode = run;
  }

  /** Spaces before a marker are read with it, so that they go where it goes. */
  function readMarker(final: boolean) {
    const spaces = /^ */.exec(pending)![0];
    const rest = pending.slice(spaces.length);
    if (rest === '') return spaces === '' || final ? ('none' as const) : undefined;
    if (!opening.test(rest)) return 'none' as const;
    const match = marker.exec(rest);
    const after = match === null ? undefined : rest[match[0].length];
    if (match === null) {
      const closed = /[\]】\n]/.test(rest) || rest.length > longestMarker;
      if (!closed && !final) return undefined;
      return { taken: spaces.length + 1, text: spaces + rest[0] };
    }
    if (after === undefined && !final) return undefined;
    if (after === '(' || (after === ':' && atLineStart))
      return { taken: spaces.length + 1, text: spaces + rest[0] };
    const taken = spaces.length + match[0].length;
    const numbers = readNumbers(match[1]!).filter((number) => known.has(number));
    if (numbers.length === 0) return { taken, text: '' };
    // The spaces go first, the marker is read again without them.
    if (spaces !== '') return { taken: spaces.length, text: spaces };
    return { taken, text: '', numbers };
  }

  return {
    push(delta) {
      pending += delta;
      return read(false);
    },
    finish: () => read(true),
  };
}

function readNumbers(text: string): number[] {
  const numbers = new Set<number>();
  for (const part of text.split(/[,;，、&]|and|et/i)) {
    const bounds = range.exec(part);
    if (bounds === null) numbers.add(Number(/\d+/.exec(part)?.[0]));
    else
      for (let n = Number(bounds[1]); n <= Math.min(Number(bounds[2]), Number(bounds[1]) + 20); n++)
        numbers.add(n);
  }
  return [...numbers];
}
