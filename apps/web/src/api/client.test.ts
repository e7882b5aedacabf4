import { deleteCompany, getMe, signOut } from '@lectern/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { callApi } from './client.ts';

let answer: Response;
beforeEach(() => {
  vi.stubGlobal('window', { location: { search: '' }, navigator: { languages: ['en'] } });
  vi.stubGlobal('fetch', async () => answer);
});

it('takes an answer without a body for done, whatever its status', async () => {
  answer = new Response(null, { status: 202 });
  const input = { params: { companyId: 'a' }, body: { name: 'Harbour' } };
  await expect(callApi(deleteCompany, input)).resolves.toBeUndefined();
  answer = new Response(null, { status: 204 });
  await expect(callApi(signOut)).resolves.toBeUndefined();
});

it('takes a body that ends too soon for a broken connection', async () => {
  answer = new Response('{"id":');
  await expect(callApi(getMe)).rejects.toMatchObject({ code: 'network' });
});
