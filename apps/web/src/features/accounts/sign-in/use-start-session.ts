import type { Me } from '@lectern/contract';
import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { meQueryOptions } from '../../../api/me.ts';
import { forgetSession } from '../../../api/queries.ts';
import { readFromTab, startSession, storeDeviceToken, storeForTab } from '../../../api/session.ts';
import { changeLanguage } from '../../../locales/i18n.ts';

/** Only addresses of this page: a link must not lead elsewhere through the sign-in. */
function isInside(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !address.startsWith('/login');
}

/** Keeps the session and takes over the account's looks and language. */
export function useStartSession() {
  const client = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  return async ({ token, me, deviceToken }: { token: string; me: Me; deviceToken?: string }) => {
    forgetSession(client);
    startSession(token, me);
    if (deviceToken !== undefined) storeDeviceToken(deviceToken);
    client.setQueryData(meQueryOptions.queryKey, me);
    setColorScheme(me.colorScheme);
    // What was chosen at this very sign-in wins over what the account remembers.
    if (readFromTab('languageChosen') === null) await changeLanguage(me.language);
    storeForTab('languageChosen', null);
  };
}

/** Opens the page that was requested before signing in, else home. */
export function useContinue() {
  const router = useRouter();
  return async (next: string | undefined) => {
    if (next && isInside(next)) router.history.replace(next);
    else await router.navigate({ to: '/home', replace: true });
  };
}
