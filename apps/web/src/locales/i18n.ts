import { type Language, languages } from '@lectern/contract';
import i18next, { type BackendModule, type ParseKeys } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { forgetLanguage, getStoredLanguage, setLanguageOfPage, storeLanguage } from '../api/session.ts';
import type { account } from './en/account.ts';
import type { administration } from './en/administration.ts';
import type { archives } from './en/archives.ts';
import type { audit } from './en/audit.ts';
import type { automation } from './en/automation.ts';
import type { chat } from './en/chat.ts';
import type { company } from './en/company.ts';
import type { evaluation } from './en/evaluation.ts';
import type { files } from './en/files.ts';
import type { flows } from './en/flows.ts';
import type { graph } from './en/graph.ts';
import type { guide } from './en/guide.ts';
import type { improve } from './en/improve.ts';
import type { knowledge } from './en/knowledge.ts';
import type { labels } from './en/labels.ts';
import type { login } from './en/login.ts';
import type { mcp } from './en/mcp.ts';
import type { models } from './en/models.ts';
import type { search } from './en/search.ts';
import type { share } from './en/share.ts';
import type { shell } from './en/shell.ts';
import type { tables } from './en/tables.ts';
import type { usage } from './en/usage.ts';
import type { visitor } from './en/visitor.ts';
import type { webhooks } from './en/webhooks.ts';
import type { websites } from './en/websites.ts';
import type { widgets } from './en/widgets.ts';
import type { Namespace } from './namespaces.ts';

export type { Namespace } from './namespaces.ts';

type Catalogue = {
  shell: typeof shell;
  login: typeof login;
  account: typeof account;
  knowledge: typeof knowledge;
  archives: typeof archives;
  chat: typeof chat;
  company: typeof company;
  files: typeof files;
  evaluation: typeof evaluation;
  audit: typeof audit;
  administration: typeof administration;
  models: typeof models;
  usage: typeof usage;
  graph: typeof graph;
  websites: typeof websites;
  tables: typeof tables;
  search: typeof search;
  share: typeof share;
  improve: typeof improve;
  guide: typeof guide;
  flows: typeof flows;
  automation: typeof automation;
  labels: typeof labels;
  webhooks: typeof webhooks;
  mcp: typeof mcp;
  visitor: typeof visitor;
  widgets: typeof widgets;
};

export type { Texts } from './texts.ts';

/** A key with its namespace, such as `knowledge:list.created`. */
export type TextKey = ParseKeys<
  [
    'shell',
    'login',
    'account',
    'knowledge',
    'archives',
    'chat',
    'company',
    'files',
    'evaluation',
    'audit',
    'administration',
    'models',
    'search',
    'share',
    'usage',
    'graph',
    'websites',
    'tables',
    'improve',
    'guide',
    'flows',
    'automation',
    'labels',
    'webhooks',
    'mcp',
    'visitor',
    'widgets',
  ]
>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Catalogue;
  }
}

/** `zh-TRADITIONAL` is our value under `lng`; the platform (Intl, the lang attribute) knows it as `zh-Hant`. */
export function toLocale(language: Language): string {
  return language === 'zh-TRADITIONAL' ? 'zh-Hant' : language;
}

function fromLocale(locale: string): Language {
  return languages.find((language) => toLocale(language) === locale) ?? 'en';
}

/** Fetched together; see `first.ts` of each language. */
const together: readonly string[] = ['shell', 'login', 'account', 'chat'] satisfies Namespace[];

const catalogues = import.meta.glob<Record<string, object>>([
  './{en,fr,zh,zh-traditional}/*.ts',
  '!./*/{shell,login,account,chat}.ts',
]);

const catalogueBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (locale, namespace, done) => {
    const file = together.includes(namespace) ? 'first' : namespace;
    const load = catalogues[`./${fromLocale(locale).toLowerCase()}/${file}.ts`];
    if (!load) {
      done(new Error(`There is no catalogue ${locale}/${namespace}`), null);
      return;
    }
    load().then(
      (module) => done(null, module[namespace] as Record<string, string>),
      (error: Error) => done(error, null),
    );
  },
};

/**
 * `{{chunks, noun(one: chunk; other: chunks)}}`: the form that fits a count, also one that is formatted already. The
 * plural forms of a whole text know only one count.
 */
function chooseNoun(count: string | number, locale = 'en', forms: Record<string, string> = {}): string {
  const form = new Intl.PluralRules(locale).select(Number(count));
  return forms[form] ?? forms.other ?? '';
}

/** Starts with the shell's texts of the stored language; other namespaces come with the screens that use them. */
export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (locale) => {
    document.documentElement.lang = locale;
  });
  await i18next
    .use(catalogueBackend)
    .use(initReactI18next)
    .init({
      lng: toLocale(getStoredLanguage()),
      supportedLngs: languages.map(toLocale),
      // Catalogues are complete by their types: loading English beside each would only cost time.
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['shell'],
      defaultNS: 'shell',
      interpolation: { escapeValue: false },
      returnNull: false,
    });
  i18next.services.formatter?.add('noun', chooseNoun);
}

export async function loadTexts(wanted: readonly Namespace[]): Promise<void> {
  await i18next.loadNamespaces(wanted);
}

export function getLanguage(): Language {
  return fromLocale(i18next.language);
}

export async function changeLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(toLocale(language));
}

/** For this page alone: the person's own choice stays as it is. */
export async function showPageIn(language: Language): Promise<void> {
  setLanguageOfPage(language);
  await i18next.changeLanguage(toLocale(language));
}

/** Back to the language of the browser, as before anyone signed in. */
export async function resetLanguage(): Promise<void> {
  forgetLanguage();
  await i18next.changeLanguage(toLocale(getStoredLanguage()));
}

/** How each language calls itself. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  zh: '简体中文',
  'zh-TRADITIONAL': '繁體中文',
};
