import {
  AppError,
  type Assistant,
  type AssistantSettings,
  assistantSettings,
  reservedPromptVariables,
  retrievalSettings,
} from '@lectern/contract';
import type { AssistantRow } from './assistant.table.ts';
import { assistantDefaults } from './assistant-defaults.ts';

const settingNames = Object.keys(assistantSettings) as (keyof typeof assistantSettings)[];

/** The settings of a row: whatever the contract declares, and nothing else. */
export function settingsOf(row: AssistantRow, knowledgeBaseIds: string[]): AssistantSettings {
  return pickSettings({ ...row, knowledgeBaseIds });
}

/** Settings as they were kept; a setting that did not exist then gets its default. */
export function completeSettings(kept: AssistantSettings): AssistantSettings {
  return pickSettings({ ...assistantDefaults(kept.language), ...kept });
}

function pickSettings(all: AssistantSettings): AssistantSettings {
  // Rows from before a retrieval setting existed get its default here.
  const current = { ...all, retrieval: retrievalSettings.parse(all.retrieval) };
  return Object.fromEntries(settingNames.map((name) => [name, current[name]])) as AssistantSettings;
}

/** The variables in a prompt: `{like_this}`. */
export function promptKeys(prompt: string): string[] {
  return [...new Set([...prompt.matchAll(/\{([a-z][a-z0-9_]{0,63})\}/g)].map((match) => match[1] as string))];
}

export function checkPrompt(prompt: string, variables: Assistant['variables']): void {
  const known = new Set<string>([...reservedPromptVariables, ...variables.map((variable) => variable.key)]);
  const unknown = promptKeys(prompt).find((key) => !known.has(key));
  if (unknown !== undefined) throw new AppError('assistant.unknown_variable', { key: unknown });
}
