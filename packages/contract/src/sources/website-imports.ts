import { z } from 'zod';
import { abilities, id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { documentLabels, fieldErrors } from '../documents/metadata-fields.ts';
import { knowledgeBaseParams } from '../knowledge-bases/knowledge-bases.ts';

/** One page, its links to a depth, or what the site's sitemap lists. */
export const websiteImportModes = ['single', 'depth', 'sitemap'] as const;
export type WebsiteImportMode = (typeof websiteImportModes)[number];

/** When a page is made by a browser: never, when it is nearly empty without one, always. */
export const browserModes = ['never', 'auto', 'always'] as const;

export const websiteSchedules = ['none', 'daily', 'weekly', 'monthly'] as const;
export type WebsiteSchedule = (typeof websiteSchedules)[number];

export const websiteImportStatuses = ['in_progress', 'finished', 'cancelled', 'failed'] as const;
export type WebsiteImportStatus = (typeof websiteImportStatuses)[number];

export const websiteImportStages = ['crawling'] as const;
export type WebsiteImportStage = (typeof websiteImportStages)[number];

export const websiteImportLimits = {
  maxPages: 5_000,
  maxDepth: 10,
  maxPatterns: 50,
  /** Of a page; linked files may be as large as uploads. */
  maxPageBytes: 5 * 1024 * 1024,
} as const;

/** What a person sets; the rest follows from the site. */
export const websiteImportSettings = z.strictObject({
  mode: z.enum(websiteImportModes).default('depth'),
  /** Links away from the first page. */
  depth: z.number().int().min(1).max(websiteImportLimits.maxDepth).default(3),
  /** Pages that become documents. */
  pageLimit: z.number().int().min(1).max(websiteImportLimits.maxPages).default(1_000),
  /** Without any: all below the folder of the link. */
  include: z.array(z.string().max(500)).max(websiteImportLimits.maxPatterns).default([]),
  exclude: z.array(z.string().max(500)).max(websiteImportLimits.maxPatterns).default([]),
  /** PDF, Word and other files that pages link to. */
  includeFiles: z.boolean().default(false),
  browser: z.enum(browserModes).default('auto'),
  schedule: z.enum(websiteSchedules).default('none'),
  /** Documents of pages that the site took away go too. */
  removeVanished: z.boolean().default(false),
  /** Tags and field values that the documents of its pages get. */
  labels: documentLabels.prefault({}),
});
export type WebsiteImportSettings = z.infer<typeof websiteImportSettings>;

/**
 * `waiting`: not visited in this run; `duplicate`: another page of the import says the same; `skipped`: the site or
 * the settings do not want it; `vanished`: it was there; `removed`: its document was deleted by hand.
 */
export const websitePageStates = [
  'waiting',
  'imported',
  'updated',
  'unchanged',
  'duplicate',
  'skipped',
  'failed',
  'vanished',
  'removed',
] as const;
export type WebsitePageState = (typeof websitePageStates)[number];

/** Why a page is left out though it answered. */
export const pageLeftOutReasons = [
  'robots',
  'noindex',
  'other_site',
  'outside_folder',
  'not_included',
  'excluded',
  'not_a_page',
  'empty',
] as const;
export type PageLeftOutReason = (typeof pageLeftOutReasons)[number];

/** Why a page could not be had. */
export const pageFailureReasons = [
  'unreachable',
  'refused_address',
  'timeout',
  'too_large',
  'http_error',
  'needs_sign_in',
  'busy',
  'too_many_redirects',
  'robots_unreachable',
  'unreadable',
  'browser_missing',
  'browser_failed',
] as const;
export type PageFailureReason = (typeof pageFailureReasons)[number];

/** Why a page is a duplicate. */
export const pageDuplicateReasons = ['redirect', 'canonical', 'same_text'] as const;

/** Text keys, shown in the reader's language. */
export const websitePageReasons = [
  ...pageLeftOutReasons,
  ...pageFailureReasons,
  ...pageDuplicateReasons,
] as const;

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const websiteImport = z.object({
  id,
  knowledgeBaseId: id,
  url: z.string(),
  settings: websiteImportSettings,
  status: z.enum(websiteImportStatuses),
  /** What the run does now; null before it starts and after it ended. */
  stage: z.enum(websiteImportStages).nullable(),
  percent: z.number().min(0).max(100),
  /** Pages by what came of them in the newest run. */
  pages: z.record(z.enum(websitePageStates), z.number().int()),
  /** Pages of the import that are documents of the base. */
  documentCount: z.number().int(),
  /** More pages were found than the limit allows. */
  limitReached: z.boolean(),
  /** What ended a run that failed. */
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  /** Runs begun so far. */
  runs: z.number().int(),
  ownerName: z.string(),
  createdAt: timestamp,
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  nextRunAt: timestamp.nullable(),
  abilities,
});
export type WebsiteImport = z.infer<typeof websiteImport>;

export const websitePage = z.object({
  id,
  url: z.string(),
  title: z.string(),
  state: z.enum(websitePageStates),
  reason: z.enum(websitePageReasons).nullable(),
  /** Of the site's answer, where it says more than the reason. */
  httpStatus: z.number().int().nullable(),
  /** The page that this one is a duplicate of. */
  sameAs: z.string().nullable(),
  /** Links away from the first page. */
  depth: z.number().int(),
  foundOn: z.string().nullable(),
  documentId: id.nullable(),
  /** A browser made it. */
  rendered: z.boolean(),
  visitedAt: timestamp.nullable(),
  changedAt: timestamp.nullable(),
});
export type WebsitePage = z.infer<typeof websitePage>;

export const websiteImportParams = z.object({ websiteImportId: id });

/** As typed: the scheme may be missing. Whether it is one is said by `website_import.link_invalid`. */
const link = z.string().trim().min(1).max(2_048);

const patternErrors = [
  'website_import.pattern_invalid',
  'website_import.pattern_no_path',
  'website_import.pattern_regular_expression',
  'website_import.pattern_other_site',
] as const satisfies readonly ErrorCode[];

const shared = { tag: 'Website imports', access: 'Knowledge' } as const;

export const createWebsiteImport = defineEndpoint({
  ...shared,
  id: 'createWebsiteImport',
  summary: 'Begin to import a website: every page becomes a document',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/website-imports',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({ url: link, settings: websiteImportSettings.prefault({}) }),
  response: websiteImport,
  status: 202,
  errors: [
    ...fieldErrors,
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'website_import.link_invalid',
    'website_import.address_refused',
    ...patternErrors,
    'website_import.browser_missing',
  ],
});

export const previewWebsite = defineEndpoint({
  ...shared,
  id: 'previewWebsite',
  summary:
    'Look at a website before it is imported: its title, what its rules allow, and the pages its sitemap lists',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/website-imports/preview',
  scope: 'knowledge.write',
  params: knowledgeBaseParams,
  body: z.strictObject({ url: link, settings: websiteImportSettings.prefault({}) }),
  response: z.object({
    /** The link as it is fetched. */
    url: z.string(),
    title: z.string(),
    /** What hinders the import of the first page; null: nothing. */
    reason: z.enum(websitePageReasons).nullable(),
    /** Null unless the mode is `sitemap`. */
    sitemap: z
      .object({
        /** Pages listed that are in scope. */
        pages: z.number().int(),
        /** There are more. */
        incomplete: z.boolean(),
        /** Some of them. */
        examples: z.array(z.string()),
      })
      .nullable(),
    /** Pages that the first page links to, in scope; null unless the mode is `depth`. */
    links: z.number().int().nullable(),
    /** Least pause between two requests, as the site or the platform asks for. */
    delayMs: z.number().int(),
  }),
  status: 200,
  errors: [
    'knowledge_base.not_found',
    'knowledge_base.forbidden',
    'website_import.link_invalid',
    'website_import.address_refused',
    ...patternErrors,
  ],
  rateLimit: 'preview',
});

export const listWebsiteImports = defineEndpoint({
  ...shared,
  id: 'listWebsiteImports',
  summary: 'Website imports of a knowledge base, newest first',
  method: 'GET',
  path: '/knowledge-bases/:knowledgeBaseId/website-imports',
  scope: 'knowledge.read',
  params: knowledgeBaseParams,
  query: z.object(paging),
  response: pageOf(websiteImport),
  status: 200,
  errors: ['knowledge_base.not_found'],
});

export const getWebsiteImport = defineEndpoint({
  ...shared,
  id: 'getWebsiteImport',
  summary: 'One website import with its progress',
  method: 'GET',
  path: '/website-imports/:websiteImportId',
  scope: 'knowledge.read',
  params: websiteImportParams,
  response: websiteImport,
  status: 200,
  errors: ['website_import.not_found'],
});

export const listWebsitePages = defineEndpoint({
  ...shared,
  id: 'listWebsitePages',
  summary: 'Pages of a website import, those visited last first',
  method: 'GET',
  path: '/website-imports/:websiteImportId/pages',
  scope: 'knowledge.read',
  params: websiteImportParams,
  query: z.object({
    state: z.enum(websitePageStates).optional(),
    search: z.string().max(255).optional(),
    ...paging,
  }),
  response: pageOf(websitePage),
  status: 200,
  errors: ['website_import.not_found'],
});

export const updateWebsiteImport = defineEndpoint({
  ...shared,
  id: 'updateWebsiteImport',
  summary: 'Change the settings of a website import; they count from its next run on, the schedule at once',
  method: 'PATCH',
  path: '/website-imports/:websiteImportId',
  scope: 'knowledge.write',
  params: websiteImportParams,
  // Written out: a field that is left out stays as it is, instead of taking its default.
  body: z.strictObject({
    mode: z.enum(websiteImportModes).optional(),
    depth: z.number().int().min(1).max(websiteImportLimits.maxDepth).optional(),
    pageLimit: z.number().int().min(1).max(websiteImportLimits.maxPages).optional(),
    include: z.array(z.string().max(500)).max(websiteImportLimits.maxPatterns).optional(),
    exclude: z.array(z.string().max(500)).max(websiteImportLimits.maxPatterns).optional(),
    labels: documentLabels.optional(),
    includeFiles: z.boolean().optional(),
    browser: z.enum(browserModes).optional(),
    schedule: z.enum(websiteSchedules).optional(),
    removeVanished: z.boolean().optional(),
  }),
  response: websiteImport,
  status: 200,
  errors: [
    ...fieldErrors,
    'website_import.not_found',
    'knowledge_base.forbidden',
    ...patternErrors,
    'website_import.browser_missing',
  ],
});

export const cancelWebsiteImport = defineEndpoint({
  ...shared,
  id: 'cancelWebsiteImport',
  summary: 'Cancel a running website import; it stops within seconds, and a new run starts from scratch',
  method: 'POST',
  path: '/website-imports/:websiteImportId/cancel',
  scope: 'knowledge.write',
  params: websiteImportParams,
  response: websiteImport,
  status: 202,
  errors: ['website_import.not_found', 'knowledge_base.forbidden', 'website_import.not_running'],
});

export const runWebsiteImport = defineEndpoint({
  ...shared,
  id: 'runWebsiteImport',
  summary: 'Run a website import again: new pages are added, changed ones updated',
  method: 'POST',
  path: '/website-imports/:websiteImportId/run',
  scope: 'knowledge.write',
  params: websiteImportParams,
  response: websiteImport,
  status: 202,
  errors: [
    'website_import.not_found',
    'knowledge_base.forbidden',
    'website_import.running',
    'website_import.browser_missing',
  ],
});

export const deleteWebsiteImport = defineEndpoint({
  ...shared,
  id: 'deleteWebsiteImport',
  summary: 'Delete a website import, with the documents it made or without',
  method: 'DELETE',
  path: '/website-imports/:websiteImportId',
  scope: 'knowledge.write',
  audit: true,
  params: websiteImportParams,
  query: z.object({ documents: z.enum(['keep', 'delete']).default('keep') }),
  responseKind: 'none',
  status: 204,
  errors: ['website_import.not_found', 'knowledge_base.forbidden'],
});
