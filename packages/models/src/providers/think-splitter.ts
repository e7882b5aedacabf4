const open = '<think>';
const close = '</think>';

/**
 * Some servers leave a model's reasoning inside the text, between `<think>` marks at its very start.
 * Call it with each piece of text; it returns what belongs to the reasoning and what to the answer.
 */
export type ThinkSplitter = {
  push: (text: string) => { reasoning: string; text: string };
  /** What was held back because it might have been a mark. */
  finish: () => { reasoning: string; text: string };
};

export function createThinkSplitter(): ThinkSplitter {
  let state: 'start' | 'thinking' | 'after' | 'answer' = 'start';
  let held = '';

  function advance(text: string): { reasoning: string; text: string } {
    if (state === 'answer') return { reasoning: '', text };
    held += text;
    if (state === 'start') {
      const trimmed = held.trimStart();
      if (trimmed === '' || (trimmed.length < open.length && open.startsWith(trimmed)))
        return { reasoning: '', text: '' };
      if (!trimmed.startsWith(open)) return leave();
      state = 'thinking';
      held = trimmed.slice(open.length);
    }
    let reasoning = '';
    if (state === 'thinking') {
      const end = held.indexOf(close);
      if (end < 0) {
        const keep = overlapWithClose(held);
        reasoning = held.slice(0, held.length - keep);
        held = held.slice(held.length - keep);
        return { reasoning, text: '' };
      }
      reasoning = held.slice(0, end);
      held = held.slice(end + close.length);
      state = 'after';
    }
    // Blank lines between the reasoning and the answer belong to neither.
    held = held.trimStart();
    if (held === '') return { reasoning, text: '' };
    return { reasoning, text: leave().text };
  }

  function leave(): { reasoning: string; text: string } {
    const text = held;
    held = '';
    state = 'answer';
    return { reasoning: '', text };
  }

  return {
    push: advance,
    finish: () => {
      if (state !== 'thinking') return leave();
      const reasoning = held;
      held = '';
      return { reasoning, text: '' };
    },
  };
}

function overlapWithClose(text: string): number {
  for (let length = Math.min(close.length - 1, text.length); length > 0; length--) {
    if (close.startsWith(text.slice(text.length - length))) return length;
  }
  return 0;
}
