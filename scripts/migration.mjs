// `npm run migration -- add_color_to_assistants`: writes the SQL that brings the database from the last migration to the
// tables as they are now.
import { join } from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { requireNode, root, run } from './runtime.mjs';

requireNode();
const [name] = process.argv.slice(2);
if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) {
  console.error('Usage: npm run migration -- name_in_snake_case');
  process.exit(2);
}
await ensureDependencies();
const { code } = await run(join(root, 'node_modules/.bin/drizzle-kit'), ['generate', '--name', name]);
process.exitCode = code;
