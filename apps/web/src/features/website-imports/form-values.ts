import {
  type browserModes,
  type DocumentLabels,
  type WebsiteImportMode,
  type WebsiteImportSettings,
  type WebsiteSchedule,
  websiteImportSettings,
} from '@lectern/contract';

/** What the form holds: patterns as lines, numbers as typed. */
export type FormValues = {
  url: string;
  mode: WebsiteImportMode;
  depth: number | string;
  pageLimit: number | string;
  include: string;
  exclude: string;
  includeFiles: boolean;
  browser: (typeof browserModes)[number];
  schedule: WebsiteSchedule;
  removeVanished: boolean;
  labels: DocumentLabels;
};

export function toFormValues(url: string, settings: WebsiteImportSettings): FormValues {
  return {
    ...settings,
    url,
    include: settings.include.join('\n'),
    exclude: settings.exclude.join('\n'),
  };
}

export const newImport = toFormValues('', websiteImportSettings.parse({}));

export function readLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** A number whose field is not shown must not keep the form from being sent. */
function keepValid(field: 'depth' | 'pageLimit', value: number | string): number {
  const schema = websiteImportSettings.shape[field];
  return schema.safeParse(Number(value)).data ?? schema.parse(undefined);
}

export function toSettings(values: FormValues): WebsiteImportSettings {
  const { url: _url, include, exclude, depth, pageLimit, ...rest } = values;
  return {
    ...rest,
    depth: values.mode === 'depth' ? Number(depth) : keepValid('depth', depth),
    pageLimit: values.mode === 'single' ? keepValid('pageLimit', pageLimit) : Number(pageLimit),
    include: readLines(include),
    exclude: readLines(exclude),
  };
}

export type LinkFault = 'missing' | 'invalid';

/** What is wrong with a link as far as a page can tell; the scheme may be missing. */
export function findLinkFault(text: string): LinkFault | undefined {
  const link = text.trim();
  if (link === '') return 'missing';
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(link);
  if (/\s/.test(link) || (!hasScheme && /^[a-z][a-z0-9+-]*:(?!\d)/i.test(link))) return 'invalid';
  try {
    const url = new URL(hasScheme ? link : `https://${link}`);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'invalid';
    return url.hostname !== '' && (hasScheme || url.hostname.includes('.')) ? undefined : 'invalid';
  } catch {
    return 'invalid';
  }
}
