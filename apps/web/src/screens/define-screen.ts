import type { Permission } from '@lectern/contract';
import type { ComponentType } from 'react';
import type { Namespace } from '../locales/namespaces.ts';

/**
 * `bare`: no header; `main`: below the header, in a column with margins; `full`: below the header, the whole rest of
 * the window and no higher (panes scroll by themselves); `settings`: like `main`, next to the settings menu.
 */
export type ScreenLayout = 'bare' | 'main' | 'full' | 'settings';

export type ScreenDefinition<Path extends string, Search> = {
  path: Path;
  /** Who may see it: everyone, everyone signed in, or holders of a permission. */
  access: 'anonymous' | 'signed_in' | Permission;
  layout: ScreenLayout;
  /** The module exports its component as `Screen`. */
  load: () => Promise<{ Screen: ComponentType }>;
  /** Catalogues that it needs besides the shell's: they load in parallel with its code. */
  texts?: readonly Namespace[];
  /** Parses the query of the address; must accept any input. */
  search?: (input: Record<string, unknown>) => Search;
};

export function defineScreen<const Path extends string, Search = Record<never, never>>(
  screen: ScreenDefinition<Path, Search>,
): ScreenDefinition<Path, Search> {
  return screen;
}

/** A text from the address, or undefined. */
export function readText(value: unknown): string | undefined {
  // The router reads `?id=12` as a number.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
