import { useEffect, useRef } from 'react';

/** Every shortcut of the application by where it works; the sheet that `?` opens lists them from here. */
export const shortcuts = {
  everywhere: { palette: ['mod', 'K'], sheet: ['?'] },
  chat: {
    focusQuestion: ['/'],
    newConversation: ['alt', 'N'],
    send: ['Enter'],
    newLine: ['Shift', 'Enter'],
    nameDocument: ['@'],
    cancelEdit: ['Esc'],
  },
  flow: {
    add: ['A'],
    connect: ['C'],
    move: ['↑', '↓', '←', '→'],
    next: ['N'],
    previous: ['P'],
    openForm: ['Enter'],
    backToNode: ['Esc'],
    breakpoint: ['B'],
    remove: ['Delete'],
    selectAll: ['mod', 'A'],
    undo: ['mod', 'Z'],
    redo: ['mod', 'Shift', 'Z'],
    find: ['mod', 'F'],
    run: ['mod', 'Enter'],
  },
  mindMap: { move: ['↑', '↓', '←', '→'], fold: ['Space'], openPassage: ['Enter'] },
} as const;

export type ShortcutArea = keyof typeof shortcuts;

/** Those that work wherever the focus is; the others belong to the field or the map that has it. */
const global = {
  palette: shortcuts.everywhere.palette,
  sheet: shortcuts.everywhere.sheet,
  focusQuestion: shortcuts.chat.focusQuestion,
  newConversation: shortcuts.chat.newConversation,
} as const;

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function isPressed(keys: readonly string[], event: KeyPress): boolean {
  const letter = keys.at(-1) as string;
  const hasMod = event.ctrlKey || event.metaKey;
  if (keys.includes('mod') !== hasMod || keys.includes('alt') !== event.altKey) return false;
  // With Alt held a letter may write another character.
  return keys.length > 1 ? event.code === `Key${letter}` : event.key === letter;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Acts when the keys of the table are pressed; single characters only where nothing is being typed. */
export function useShortcut(name: keyof typeof global, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const keys = global[name];
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || !isPressed(keys, event)) return;
      if (keys.length === 1 && isTyping(event.target)) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [name]);
}
