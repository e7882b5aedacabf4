// `npm run models -- add <catalogue id | file | folder>`, `list`, `remove <id>`: models that run on this server, in its
// data directory. A running server shows what changed within a minute.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type BringStage, bringModel, sizeOf } from '@lectern/adapters';
import { errorText } from '@lectern/contract';
import {
  explainInstall,
  findInCatalogue,
  fromCatalogue,
  fromPath,
  openLocalModels,
  readConfig,
} from '@lectern/server';

const usage = `Usage: npm run models -- list                    what is here, and what can be downloaded
       npm run models -- add <name of the catalogue>
       npm run models -- add <GGUF file, or ONNX file with its tokenizer.json next to it, or folder>
       npm run models -- remove <name>`;

const [command, argument] = process.argv.slice(2);
if (!['list', 'add', 'remove'].includes(command ?? '') || (command !== 'list' && argument === undefined)) {
  console.error(usage);
  process.exit(2);
}

const config = readConfig();
const { pool, store, runtime, downloads } = openLocalModels(config);
const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

async function list(): Promise<void> {
  const installed = await store.list();
  for (const manifest of installed)
    console.log(
      `${manifest.id.padEnd(28)} ${manifest.type.padEnd(10)} ${megabytes(sizeOf(manifest)).padStart(8)}  installed`,
    );
  for (const { id, type, files } of config.localModels.catalogue)
    if (!installed.some((manifest) => manifest.id === id)) {
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      console.log(`${id.padEnd(28)} ${type.padEnd(10)} ${megabytes(bytes).padStart(8)}  can be downloaded`);
    }
}

async function add(name: string): Promise<void> {
  const entry = existsSync(name) ? undefined : findInCatalogue(config, name);
  if (!entry && !existsSync(name))
    throw new Error(`There is no model “${name}” in the catalogue, and no such file.`);
  const { source, hints } = entry ? fromCatalogue(entry) : fromPath(config, resolve(name));
  let shown = '';
  const show = (stage: BringStage, done: number, total: number) => {
    const line = `${stage} ${Math.floor((100 * done) / Math.max(1, total))} %`;
    if (line !== shown && process.stderr.isTTY) process.stderr.write(`\r${line}   `);
    shown = line;
  };
  const controller = new AbortController();
  process.once('SIGINT', () =>
    controller.abort(new Error('Stopped. Run it again to continue the download.')),
  );
  const manifest = await bringModel(source, hints, {
    pool,
    store,
    runtime,
    fetch: downloads.fetch,
    hubUrl: config.localModels.hubUrl,
    registryUrl: config.localModels.registryUrl,
    signal: controller.signal,
    onProgress: show,
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(`Installed ${manifest.id}: ${manifest.type}, ${megabytes(sizeOf(manifest))}.`);
}

async function remove(id: string): Promise<void> {
  if (!(await store.list()).some((manifest) => manifest.id === id))
    throw new Error(`There is no model “${id}”.`);
  await store.remove(id);
  console.log(`Removed the files of ${id}. Knowledge bases that use it need another model.`);
}

try {
  if (command === 'list') await list();
  else if (command === 'add') await add(argument as string);
  else await remove(argument as string);
} catch (error) {
  const failure = explainInstall(error);
  const details = failure && { detail: failure.detail ?? '', ...failure.details };
  console.error(failure ? errorText(failure.code, 'en', details) : (error as Error).message);
  process.exitCode = 1;
} finally {
  await pool.close();
  await downloads.close();
}
