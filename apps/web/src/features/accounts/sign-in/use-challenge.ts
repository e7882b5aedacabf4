import { type Challenge, challenge as challengeSchema } from '@lectern/contract';
import { useState } from 'react';
import { readFromTab, storeForTab } from '../../../api/session.ts';

function readChallenge(): Challenge | null {
  try {
    return challengeSchema.parse(JSON.parse(readFromTab('challenge') ?? 'null'));
  } catch {
    return null;
  }
}

/** The mailed code that is asked for now; a reload of the page still knows it. */
export function useChallenge() {
  const [challenge, setChallenge] = useState(readChallenge);
  const change = (next: Challenge | null) => {
    storeForTab('challenge', next && JSON.stringify(next));
    setChallenge(next);
  };
  return [challenge, change] as const;
}
