import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.LECTERN_API_URL ?? 'http://127.0.0.1:8080';

/** Large, and of few screens: what screens have in common is fetched with the first of them. */
const rarelyNeeded = new RegExp(
  [
    'features.(?:audit|evaluations|knowledge-graphs|usage)',
    'day-range-input|@mantine.dates|dayjs',
    'graphology|sigma',
    'highlight|katex|markdown|micromark|mdast|hast|rehype|remark|unist',
    'pdf',
  ].join('|'),
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../../.build/web',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures as files: a strict content security policy need not allow data URLs for them.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_400,
    rolldownOptions: {
      output: {
        // Left to itself the bundler cuts a file for every set of screens that share something: seventy a page.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'] },
            { name: 'forms', test: /screens.account.login/ },
            { name: 'charts', test: /node_modules.(?:recharts|@mantine.charts)/ },
            { name: 'common', minShareCount: 2, test: (id) => !rarelyNeeded.test(id) },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: api, changeOrigin: false } },
  },
});
