import { AppError, type BodyOf, type previewWebsite, type ResponseOf } from '@lectern/contract';
import {
  crawl,
  createRobotsCache,
  type Frontier,
  findSitemapPages,
  type PageOutcome,
  urlKey,
} from '@lectern/crawling';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { crawlSettings, openCrawlPorts } from './run/crawl-ports.ts';
import { isWanted } from './run/settle-page.service.ts';
import { checkLink, scopeOf } from './website-import.service.ts';

const mostExamples = 5;
/** A person waits for it. */
const previewMs = 40_000;
const mostMoves = 5;
/** Previews that a company has under way in one process: they share the turns at a host with everybody's imports. */
const mostAtOnce = 3;
const underWay = new Map<string, number>();

/** Looks at a website for one of the few previews that a company may have at a time. */
export async function previewWebsiteFor(...args: Parameters<typeof lookAtWebsite>) {
  const { companyId } = args[1];
  const count = underWay.get(companyId) ?? 0;
  if (count >= mostAtOnce)
    throw new AppError('request.rate_limited', { seconds: 5 }, { retryAfterSeconds: 5 });
  underWay.set(companyId, count + 1);
  try {
    return await lookAtWebsite(...args);
  } finally {
    const left = (underWay.get(companyId) ?? 1) - 1;
    if (left > 0) underWay.set(companyId, left);
    else underWay.delete(companyId);
  }
}

/** What an import would find at its first page, without keeping anything. */
async function lookAtWebsite(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { url: link, settings }: BodyOf<typeof previewWebsite>,
  outer: AbortSignal,
): Promise<ResponseOf<typeof previewWebsite>> {
  await platform.database.withActor(actor, (tx) => loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId));
  const url = await checkLink(platform, link);
  const signal = AbortSignal.any([outer, AbortSignal.timeout(previewMs)]);
  const ports = await openCrawlPorts(platform);
  let scope = scopeOf({ url, settings });
  // A browser would take longer than a person waits.
  const crawling = {
    ...crawlSettings(platform, { settings }, { reject: (address) => scope.reject(address) }),
    render: 'never' as const,
  };
  const rules = await createRobotsCache(crawling, ports).get(url, signal);
  const shared = { url, delayMs: Math.max(crawling.delayMs, rules?.delayMs ?? 0) };
  if (settings.mode === 'sitemap') {
    const found = await findSitemapPages(url, crawling, ports, signal);
    const { urls, incomplete, files, failure } = found;
    return {
      ...shared,
      title: '',
      reason: files === 0 ? (failure ?? null) : null,
      sitemap: { pages: urls.length, incomplete, examples: urls.slice(0, mostExamples) },
      links: null,
    };
  }
  let outcome: PageOutcome | undefined;
  let waiting: string | undefined = url;
  let moves = 0;
  const frontier: Frontier = {
    next: async () => {
      if (waiting === undefined) return undefined;
      const page = { id: waiting, url: waiting, first: true, validators: {} };
      const foundOn = waiting === url ? undefined : url;
      waiting = undefined;
      return foundOn === undefined ? page : { ...page, foundOn };
    },
    settle: async (_, came) => {
      outcome = came;
      if (came.kind !== 'moved' || moves++ >= mostMoves) return;
      waiting = came.to;
      scope = scopeOf({ url, settings, movedTo: came.to });
    },
  };
  await crawl(frontier, crawling, ports, signal);
  const links = outcome && 'links' in outcome ? outcome.links.filter((to) => isWanted(to, scope)) : [];
  return {
    ...shared,
    title: outcome?.kind === 'content' ? outcome.title : '',
    reason: findBlocker(outcome),
    sitemap: null,
    links: settings.mode === 'depth' ? new Set(links.map(urlKey)).size : null,
  };
}

function findBlocker(outcome: PageOutcome | undefined): ResponseOf<typeof previewWebsite>['reason'] {
  switch (outcome?.kind) {
    case 'left_out':
    case 'failed':
      return outcome.reason;
    case 'gone':
      return 'http_error';
    case 'moved':
      return 'too_many_redirects';
    default:
      return null;
  }
}
