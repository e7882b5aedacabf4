import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CatalogueModel, localModelCatalogue, readCatalogue } from '@lectern/models';
import { z } from 'zod';

/** A setting that is missing or wrong; the message names the variable and never its value. */
export class ConfigError extends Error {}

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

const variables = {
  LECTERN_HOST: z.string().default('127.0.0.1'),
  LECTERN_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LECTERN_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  LECTERN_DATA_DIR: z.string().min(1).default('./data'),
  LECTERN_ROLES: list.pipe(z.array(z.enum(['web', 'worker'])).min(1)).default(['web', 'worker']),
  LECTERN_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  LECTERN_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  LECTERN_S3_BUCKET: z.string().min(1).optional(),
  LECTERN_S3_ENDPOINT: z.url().optional(),
  LECTERN_S3_REGION: z.string().default('us-east-1'),
  LECTERN_S3_ACCESS_KEY_ID: z.string().optional(),
  LECTERN_S3_SECRET_ACCESS_KEY: z.string().optional(),
  LECTERN_S3_PREFIX: z.string().default(''),
  LECTERN_ADMIN_EMAIL: z.email().optional(),
  LECTERN_ADMIN_PASSWORD: z.string().min(9, 'must be longer than 8 characters').optional(),
  LECTERN_SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  LECTERN_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LECTERN_SIGN_UP: flag.default(true),
  LECTERN_SIGN_UP_LEVEL: z.enum(['USER', 'ELEVATED_USER']).default('ELEVATED_USER'),
  LECTERN_WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  LECTERN_PARSER_MEMORY_MB: z.coerce.number().int().min(512).max(16_384).default(1_536),
  LECTERN_MAX_ARCHIVE_MB: z.coerce.number().int().min(1).max(1_048_576).default(2_048),
  LECTERN_TESSERACT: z.string().min(1).default('tesseract'),
  LECTERN_TESSDATA_DIR: z.string().min(1).optional(),
  LECTERN_CHROMIUM: z.string().min(1).optional(),
  LECTERN_CRAWL_DELAY_MS: z.coerce.number().int().min(0).max(60_000).default(1_000),
  LECTERN_OUTBOUND_ALLOWED_HOSTS: list.default([]),
  LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: list.default([]),
  LECTERN_MODEL_HUB_URL: z.url({ protocol: /^https?$/ }).default('https://huggingface.co'),
  LECTERN_NPM_REGISTRY_URL: z.url({ protocol: /^https?$/ }).default('https://registry.npmjs.org'),
  LECTERN_MODEL_CATALOGUE_FILE: z.string().min(1).optional(),
  LECTERN_MODEL_IMPORT_DIR: z.string().min(1).optional(),
  LECTERN_MODEL_RUNTIME_DIR: z.string().min(1).optional(),
  LECTERN_LOCAL_MODEL_MEMORY_MB: z.coerce.number().int().min(512).max(1_048_576).default(4_096),
  LECTERN_TRUST_PROXY: flag.default(false),
  LECTERN_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  LECTERN_RATE_LIMIT: z.coerce.number().int().min(0).default(6_000),
  LECTERN_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine((value) => URL.canParse(value), 'is not an address')
    .optional(),
  LECTERN_VERIFY_EMAIL: z.enum(['auto', 'always', 'never']).default('auto'),
  LECTERN_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as EUR')
    .default('USD'),
  LECTERN_MAIL_FROM: z.string().default('Lectern <lectern@localhost>'),
  LECTERN_FLOW_RUN_DAYS: z.coerce.number().int().min(0).max(36_500).default(365),
  LECTERN_FLOW_MAILS_PER_DAY: z.coerce.number().int().min(0).default(200),
  LECTERN_FLOW_MAIL_DOMAINS: list.default([]),
} as const;

type Variable = keyof typeof variables;
type Values = { [V in Variable]: z.output<(typeof variables)[V]> };

/** These may be given as `…_FILE`, the path of a file that holds the value. */
const secrets: readonly Variable[] = [
  'LECTERN_DATABASE_URL',
  'LECTERN_S3_ACCESS_KEY_ID',
  'LECTERN_S3_SECRET_ACCESS_KEY',
  'LECTERN_ADMIN_PASSWORD',
  'LECTERN_SECRET_KEY',
  'LECTERN_METRICS_TOKEN',
  'LECTERN_SMTP_URL',
];

function readVariable(name: Variable, environment: NodeJS.ProcessEnv): string | undefined {
  const direct = environment[name];
  const path = secrets.includes(name) ? environment[`${name}_FILE`] : undefined;
  if (path === undefined) return direct === '' ? undefined : direct;
  if (direct) throw new ConfigError(`${name} and ${name}_FILE are both set: give one of them.`);
  try {
    return readFileSync(path, 'utf8').trimEnd();
  } catch {
    throw new ConfigError(`${name}_FILE: the file it names cannot be read.`);
  }
}

function openCatalogue(file: string | undefined): readonly CatalogueModel[] {
  if (file === undefined) return localModelCatalogue;
  try {
    return readCatalogue(readFileSync(file, 'utf8'));
  } catch {
    throw new ConfigError('LECTERN_MODEL_CATALOGUE_FILE: the file it names is no catalogue of models.');
  }
}

/** Reads and checks the environment; throws a ConfigError that names the first wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const values: Partial<Record<Variable, unknown>> = {};
  for (const [name, schema] of Object.entries(variables) as [Variable, z.ZodType][]) {
    const result = schema.safeParse(readVariable(name, environment));
    if (!result.success)
      throw new ConfigError(`${name} ${result.error.issues[0]?.message ?? 'is not valid'}.`);
    values[name] = result.data;
  }
  for (const name of Object.keys(environment)) {
    const known = name in variables || secrets.some((secret) => name === `${secret}_FILE`);
    if (name.startsWith('LECTERN_') && !known)
      throw new ConfigError(`${name} is not a setting of Lectern. Check its spelling.`);
  }
  const v = values as Values;
  const dataDirectory = resolve(v.LECTERN_DATA_DIR);
  if (v.LECTERN_S3_BUCKET && !(v.LECTERN_S3_ACCESS_KEY_ID && v.LECTERN_S3_SECRET_ACCESS_KEY))
    throw new ConfigError(
      'LECTERN_S3_BUCKET needs LECTERN_S3_ACCESS_KEY_ID and LECTERN_S3_SECRET_ACCESS_KEY.',
    );
  return {
    host: v.LECTERN_HOST,
    port: v.LECTERN_PORT,
    publicUrl: v.LECTERN_PUBLIC_URL,
    dataDirectory,
    roles: v.LECTERN_ROLES,
    databaseUrl: v.LECTERN_DATABASE_URL,
    databasePool: v.LECTERN_DATABASE_POOL,
    s3: v.LECTERN_S3_BUCKET
      ? {
          bucket: v.LECTERN_S3_BUCKET,
          endpoint: v.LECTERN_S3_ENDPOINT,
          region: v.LECTERN_S3_REGION,
          accessKeyId: v.LECTERN_S3_ACCESS_KEY_ID as string,
          secretAccessKey: v.LECTERN_S3_SECRET_ACCESS_KEY as string,
          prefix: v.LECTERN_S3_PREFIX,
        }
      : undefined,
    admin: { email: v.LECTERN_ADMIN_EMAIL, password: v.LECTERN_ADMIN_PASSWORD },
    secretKey: v.LECTERN_SECRET_KEY,
    metricsToken: v.LECTERN_METRICS_TOKEN,
    signUp: {
      enabled: v.LECTERN_SIGN_UP,
      level: v.LECTERN_SIGN_UP_LEVEL,
      /** `auto`: where a mail server is configured, since without one nobody could read the code. */
      verifyEmail:
        v.LECTERN_VERIFY_EMAIL === 'always' ||
        (v.LECTERN_VERIFY_EMAIL === 'auto' && v.LECTERN_SMTP_URL !== undefined),
    },
    /** Of prices and costs, ISO 4217. */
    currency: v.LECTERN_CURRENCY,
    workerConcurrency: v.LECTERN_WORKER_CONCURRENCY,
    parserMemoryMegabytes: v.LECTERN_PARSER_MEMORY_MB,
    /** The largest archive of a knowledge base that is taken. */
    maxArchiveMegabytes: v.LECTERN_MAX_ARCHIVE_MB,
    /** What recognises text in pictures: the program's name or path, and a folder of language data. */
    recognition: { tesseract: v.LECTERN_TESSERACT, dataFolder: v.LECTERN_TESSDATA_DIR },
    /** Website imports: the browser for pages that scripts make, and the least pause between two requests to a host. */
    crawl: { chromium: v.LECTERN_CHROMIUM, delayMs: v.LECTERN_CRAWL_DELAY_MS },
    outboundAllowedHosts: v.LECTERN_OUTBOUND_ALLOWED_HOSTS,
    /** For what a company configures: its models and its sign-in provider. What serves the platform is not theirs to reach. */
    companyOutboundAllowedHosts: v.LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS,
    /** Models that run on this machine. */
    localModels: {
      hubUrl: v.LECTERN_MODEL_HUB_URL,
      /** Where the packages come from that run them. */
      registryUrl: v.LECTERN_NPM_REGISTRY_URL,
      /** What can be downloaded with one click. */
      catalogue: openCatalogue(v.LECTERN_MODEL_CATALOGUE_FILE),
      /** From where an administrator may install models without a download. */
      importDirectory: v.LECTERN_MODEL_IMPORT_DIR && resolve(v.LECTERN_MODEL_IMPORT_DIR),
      runtimeDirectory: resolve(v.LECTERN_MODEL_RUNTIME_DIR ?? join(dataDirectory, 'model-runtimes')),
      /** What the process of one model may use. */
      memoryMegabytes: v.LECTERN_LOCAL_MODEL_MEMORY_MB,
    },
    trustProxy: v.LECTERN_TRUST_PROXY,
    logLevel: v.LECTERN_LOG_LEVEL,
    /** Requests a minute for each caller; 0: no limit. */
    rateLimit: v.LECTERN_RATE_LIMIT,
    mail: { smtpUrl: v.LECTERN_SMTP_URL, from: v.LECTERN_MAIL_FROM },
    /** Runs of flows that have ended are kept for so many days; 0: for ever. */
    flowRuns: { keptDays: v.LECTERN_FLOW_RUN_DAYS },
    flowMails: {
      /** Of one company. */
      perDay: v.LECTERN_FLOW_MAILS_PER_DAY,
      /** Where they may go besides the members of the company. */
      domains: v.LECTERN_FLOW_MAIL_DOMAINS.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    },
    /** No settings, but shorter in tests, which would only wait for them. */
    pauses: {
      /** A provider that keeps failing is left alone for so long. */
      failingProviderMs: 30_000,
      /** A graph waits so long for further documents, to take them together. */
      graphSeconds: 5,
    },
  };
}

export type Config = ReturnType<typeof readConfig>;
