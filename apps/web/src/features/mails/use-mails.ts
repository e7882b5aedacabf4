import { getMail, getSystemStatus, listMails, type QueryInputOf, retryMail } from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export const mailsPageSize = 50;

/** Mails go out by themselves: what the list says is soon old. */
const refreshMs = 10_000;

export function useMails(query: NonNullable<QueryInputOf<typeof listMails>>) {
  return useApiQuery(
    listMails,
    { query: { ...query, pageSize: mailsPageSize } },
    { placeholderData: keepPreviousData, refetchInterval: refreshMs },
  );
}

export function useRetryMail() {
  return useApiMutation(retryMail, {
    invalidates: [listMails, getMail, getSystemStatus],
    successMessage: 'administration:mails.retried',
  });
}
