import { getDocument, getMe, listDocuments } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { toApiError } from './error.ts';
import { buildPath } from './request.ts';

describe('address of a call', () => {
  it('fills parameters and writes the query in snake case, leaving out what is not set', () => {
    expect(
      buildPath(listDocuments, {
        params: { knowledgeBaseId: 'a/b' },
        query: { pageSize: 20, search: '', status: undefined, sort: 'chunk_count' },
      }),
    ).toBe('/api/v1/knowledge-bases/a%2Fb/documents?page_size=20&sort=chunk_count');
    expect(buildPath(getMe)).toBe('/api/v1/me');
  });

  it('refuses to call with a parameter missing', () => {
    expect(() => buildPath(getDocument, {})).toThrow(/documentId/);
  });
});

describe('error of an answer', () => {
  const noHeader = () => null;

  it('takes over code, text and details', () => {
    const body = {
      error: { code: 'document.empty', message: 'Empty', details: { name: 'a' }, request_id: 'r1' },
    };
    expect(toApiError(422, JSON.stringify(body), noHeader)).toMatchObject({
      code: 'document.empty',
      message: 'Empty',
      status: 422,
      details: { name: 'a' },
      requestId: 'r1',
    });
  });

  it('understands answers that are not ours, such as a proxy’s page', () => {
    expect(toApiError(502, '<html>Bad gateway</html>', noHeader).code).toBe('server.unavailable');
    expect(toApiError(500, '', (name) => (name === 'x-request-id' ? 'r2' : null))).toMatchObject({
      code: 'server.error',
      requestId: 'r2',
    });
  });

  it('reads how long to wait', () => {
    expect(toApiError(429, '{}', (name) => (name === 'retry-after' ? '12' : null)).retryAfterSeconds).toBe(
      12,
    );
    expect(toApiError(429, '{}', noHeader).retryAfterSeconds).toBeUndefined();
  });
});
