import type { ApiError } from '@lectern/client';
import { listMembers, type Member } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

const pageSize = 200;

/** Everyone of the company: who is chosen is known by id alone, and must be shown by name. */
export function useAllMembers(enabled = true) {
  return useQuery<Member[], ApiError>({
    enabled,
    queryKey: [listMembers.id, 'all'],
    queryFn: async ({ signal }) => {
      const members: Member[] = [];
      for (let page = 1; ; page += 1) {
        const { items, total } = await callApi(listMembers, { query: { page, pageSize }, signal });
        members.push(...items);
        if (items.length < pageSize || members.length >= total) return members;
      }
    },
  });
}
