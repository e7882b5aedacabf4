import { signInName } from '@lectern/contract';

/** The address that opens the sign-in of a company; undefined while the name is none. */
export function signInAddress(name: string): string | undefined {
  const read = signInName.safeParse(name);
  return read.success ? `${window.location.origin}/login?company=${read.data}` : undefined;
}
