import { type Language, matchLanguage } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';

/** The caller's language: what the page sends, as every client can. */
export function languageOf(request: FastifyRequest): Language {
  return matchLanguage(request.headers['accept-language']);
}
