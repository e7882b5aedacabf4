import { reservedPromptVariables } from '@lectern/contract';

type Variable = { key: string; optional: boolean; value: string };

/** Keys that a prompt names as `{key}`, each once, in order. Other braces (JSON, code) are text. */
export function namedVariables(prompt: string): string[] {
  return [...new Set([...prompt.matchAll(/\{([a-z][a-z0-9_]{0,63})\}/g)].map((match) => match[1] ?? ''))];
}

/** Keys in the prompt that nothing would fill. */
export function unknownVariables(prompt: string, variables: readonly Variable[]): string[] {
  const known = new Set<string>([...reservedPromptVariables, ...variables.map((variable) => variable.key)]);
  return namedVariables(prompt).filter((key) => !known.has(key));
}

export type VariableProblem = 'keyRequired' | 'keyInvalid' | 'keyReserved' | 'keyRepeated';

/** What is wrong with the key of a variable, if anything. */
export function findVariableProblem(variables: readonly Variable[], index: number): VariableProblem | null {
  const key = variables[index]?.key ?? '';
  if (key === '') return 'keyRequired';
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(key)) return 'keyInvalid';
  if ((reservedPromptVariables as readonly string[]).includes(key)) return 'keyReserved';
  if (variables.findIndex((variable) => variable.key === key) < index) return 'keyRepeated';
  return null;
}
