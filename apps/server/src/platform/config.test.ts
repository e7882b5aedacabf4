import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeSecret(value: string): string {
  const path = join(folder, String(Math.random()));
  writeFileSync(path, value);
  return path;
}

function errorOf(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error(`Accepted: ${JSON.stringify(environment)}`);
}

test('nothing need be set', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    dataDirectory: resolve('data'),
    roles: ['web', 'worker'],
    databaseUrl: undefined,
    s3: undefined,
    metricsToken: undefined,
    signUp: { enabled: true, level: 'ELEVATED_USER' },
  });
});

test("what is set is read; other programs' variables are left alone", () => {
  const config = readConfig({
    LECTERN_ROLES: ' web , worker ',
    LECTERN_PORT: '9000',
    LECTERN_SIGN_UP: 'false',
    LECTERN_OUTBOUND_ALLOWED_HOSTS: 'ollama.local:11434, 10.0.0.5',
    LECTERN_S3_BUCKET: 'bucket',
    LECTERN_S3_ACCESS_KEY_ID: 'id',
    LECTERN_S3_SECRET_ACCESS_KEY: 'key',
    PATH: '/bin',
    LECTERNS: 'x',
  });
  expect(config).toMatchObject({
    roles: ['web', 'worker'],
    port: 9000,
    signUp: { enabled: false },
    outboundAllowedHosts: ['ollama.local:11434', '10.0.0.5'],
    s3: { bucket: 'bucket', accessKeyId: 'id', secretAccessKey: 'key', region: 'us-east-1' },
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ LECTERN_PORT: '', LECTERN_DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
  });
});

describe('an error names the variable and never tells its value', () => {
  test.each([
    ['LECTERN_PORT', '70000'],
    ['LECTERN_PORT', 'eighty'],
    ['LECTERN_ROLES', 'web,kitchen'],
    ['LECTERN_ROLES', ','],
    ['LECTERN_DATABASE_URL', 'mysql://user:hunter2@host/db'],
    ['LECTERN_PUBLIC_URL', 'ftp://hunter2.example.org'],
    ['LECTERN_ADMIN_EMAIL', 'hunter2'],
    ['LECTERN_ADMIN_PASSWORD', 'hunter2'],
    ['LECTERN_SECRET_KEY', 'hunter2'],
    ['LECTERN_METRICS_TOKEN', 'hunter2'],
    ['LECTERN_SMTP_URL', 'http://hunter2'],
    ['LECTERN_SIGN_UP', 'perhaps'],
    ['LECTERN_SIGN_UP_LEVEL', 'ADMIN'],
    ['LECTERN_LOG_LEVEL', 'loud'],
    ['LECTERN_S3_ENDPOINT', 'hunter2'],
  ])('%s', (name, value) => {
    const message = errorOf({ [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain(value);
    expect(message).not.toContain('hunter2');
  });

  test('a secret in a file that is wrong', () => {
    const message = errorOf({ LECTERN_SECRET_KEY_FILE: writeSecret('hunter2') });
    expect(message).toContain('LECTERN_SECRET_KEY');
    expect(message).not.toContain('hunter2');
  });
});

describe('secrets may stand in files', () => {
  test.each(['LECTERN_ADMIN_PASSWORD', 'LECTERN_SECRET_KEY', 'LECTERN_METRICS_TOKEN'])('%s', (name) => {
    const secret = 'a secret that is long enough for all of them';
    const text = JSON.stringify(readConfig({ [`${name}_FILE`]: writeSecret(`${secret}\n`) }));
    expect(text).toContain(`"${secret}"`);
  });

  test('a file that cannot be read, one given twice, one for what is no secret', () => {
    expect(errorOf({ LECTERN_SECRET_KEY_FILE: join(folder, 'absent') })).toContain('LECTERN_SECRET_KEY_FILE');
    const path = writeSecret('x'.repeat(40));
    expect(errorOf({ LECTERN_SECRET_KEY_FILE: path, LECTERN_SECRET_KEY: 'y'.repeat(40) })).toMatch(
      /LECTERN_SECRET_KEY and LECTERN_SECRET_KEY_FILE/,
    );
    expect(errorOf({ LECTERN_PORT_FILE: writeSecret('9000') })).toContain('LECTERN_PORT_FILE');
  });
});

test('a misspelt variable is not passed over', () => {
  const message = errorOf({ LECTERN_DATABSE_URL: 'postgres://user:hunter2@host/db' });
  expect(message).toContain('LECTERN_DATABSE_URL');
  expect(message).not.toContain('hunter2');
});

test('an object store needs its keys', () => {
  expect(errorOf({ LECTERN_S3_BUCKET: 'bucket' })).toMatch(
    /LECTERN_S3_ACCESS_KEY_ID and LECTERN_S3_SECRET_ACCESS_KEY/,
  );
});
