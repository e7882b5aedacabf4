import { createClient } from '@lectern/client';
import { reportSession } from './report-session.ts';
import { findToken, getStoredLanguage } from './session.ts';

/** The server of this page, called by who is signed in. A person waits: a pause is short, and never at the server's wish. */
export const {
  call: callApi,
  stream: streamApi,
  answer: streamAnswer,
  download: fetchFile,
  upload: uploadFile,
  addressOf,
} = createClient({
  baseUrl: '',
  token: findToken,
  language: getStoredLanguage,
  retry: { retries: 2, longestDelayMs: 2_000 },
  onRefused: reportSession,
});
