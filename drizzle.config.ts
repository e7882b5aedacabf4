import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './apps/server/src/features/**/*.table.ts',
  out: './apps/server/src/migrations',
});
