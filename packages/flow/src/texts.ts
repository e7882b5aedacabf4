import type { Language } from '@lectern/contract';

/** What a component is called, what it does and what it needs, in every language of the interface. */
export type ComponentTexts = Record<Language, { name: string; description: string; needs?: string }>;

export type OptionTexts<Choice extends string = string> = Record<
  Language,
  { label: string; description?: string; choices?: Record<Choice, string> }
>;

/** A short text in every language. */
export type Words = Record<Language, string>;
