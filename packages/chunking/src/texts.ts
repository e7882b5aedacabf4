import type { Language } from '@lectern/contract';

/** What a chunk method is called, what it does and what it is for, in every language of the interface. */
export type MethodTexts = Record<Language, { name: string; description: string; use: string }>;

/** Label and description of an option, and the name of each choice where it is one of a few. */
export type OptionTexts<Choice extends string = never> = Record<
  Language,
  { label: string; description: string } & ([Choice] extends [never]
    ? { choices?: undefined }
    : { choices: Record<Choice, string> })
>;
