import { levels } from '@lectern/contract';

/** The levels that a member may have, in rising order, by the names of their texts. */
export const memberLevels = [
  { level: levels.USER, key: 'user' },
  { level: levels.ELEVATED_USER, key: 'elevated' },
  { level: levels.COMPANY, key: 'company' },
] as const;

export function memberLevelKey(level: number): 'user' | 'elevated' | 'company' {
  return memberLevels.find((known) => known.level === level)?.key ?? 'user';
}
