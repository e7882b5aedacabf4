import type { Json } from '@lectern/contract';
import type { StepContext } from '../../engine/step-context.ts';
import { StepError } from '../../engine/step-error.ts';
import type { FlowServices } from '../../services.ts';
import { type Element, readXml } from './markup.ts';

type Calling = Pick<StepContext, 'services' | 'signal'>;
type Response = Awaited<ReturnType<FlowServices['fetch']>>;
export type Ask = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** A secret goes with it, which no other host may see. */
  isSecret?: boolean;
};

/** Makes one request. Whatever keeps it from an answer is told as a failure of the service. */
export async function request(
  { services, signal }: Calling,
  url: URL,
  { method = 'GET', headers = {}, body, isSecret = false }: Ask = {},
): Promise<Response> {
  try {
    return await services.fetch(url.href, {
      method,
      headers,
      body,
      redirect: isSecret ? 'error' : 'follow',
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    // The message of a refusal may hold the address, and the address a key.
    const { code } = error as { code?: unknown };
    const reason = typeof code === 'string' ? code.replaceAll('_', ' ').toLowerCase() : 'no answer';
    throw new StepError('flow.service_failed', `${url.hostname}: ${reason}`, {
      isFinal: code === 'outbound_refused',
      cause: error,
    });
  }
}

/** The text of a good answer; every other is a failure of the step. */
export async function requestText(context: Calling, url: URL, ask?: Ask): Promise<string> {
  const { status, text } = await request(context, url, ask);
  if (status === 429) throw new StepError('flow.service_limited', url.hostname);
  if (status === 401 || status === 403)
    throw new StepError('flow.service_refused', url.hostname, { isFinal: true });
  if (status < 200 || status >= 300)
    throw new StepError('flow.service_failed', `${url.hostname}: ${status}${describeFault(text)}`);
  return text;
}

export async function requestJson(context: Calling, url: URL, ask?: Ask): Promise<Json> {
  const text = await requestText(context, url, ask);
  const json = parseJson(text);
  if (json === undefined)
    throw new StepError('flow.service_failed', `${url.hostname}: its answer is no JSON`);
  return json;
}

export async function requestXml(context: Calling, url: URL): Promise<Element> {
  const text = await requestText(context, url);
  try {
    return readXml(text);
  } catch (cause) {
    throw new StepError('flow.service_failed', `${url.hostname}: its answer is no XML`, { cause });
  }
}

export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export const withQuery = (address: string, query: Record<string, string | number>): URL => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url;
};

/** What services say about a fault, in the shapes that they use. */
function describeFault(text: string): string {
  const json = asObject(parseJson(text));
  // arXiv answers with a feed of one entry.
  const entry = /<summary[^>]*>([^<]+)<\/summary>/.exec(text.slice(0, 10_000))?.[1];
  const error = json.error;
  const said = [
    entry,
    json.reason,
    json.message,
    typeof error === 'string' ? error : asObject(error).message,
    asObject(asList(json.errors)[0]).message,
  ];
  const found = said.find((words) => typeof words === 'string' && words !== '');
  return found === undefined ? '' : ` ${String(found).slice(0, 300)}`;
}

/** Answers of services are read without trust: what is not there is empty. */
export const asObject = (value: Json | undefined): Record<string, Json> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
export const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
export const asString = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
