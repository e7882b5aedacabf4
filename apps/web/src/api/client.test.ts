import { deleteCompany, getMe, resumeAnswer, signOut } from '@lectern/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { callApi, streamApi } from './client.ts';

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

it('fails with what the server says in the middle of a stream', async () => {
  const error = { code: 'auth.session_expired', message: 'Sign in again.', details: {}, request_id: 'r' };
  answer = new Response(`event: error\ndata: ${JSON.stringify({ error })}\n\n`);
  const params = { conversationId: 'c', messageId: 'm' };
  const read = async () => {
    for await (const _ of streamApi(resumeAnswer, { params })) expect.unreachable();
  };
  await expect(read()).rejects.toMatchObject({ code: 'auth.session_expired', message: 'Sign in again.' });
});
