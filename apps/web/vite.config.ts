import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.LECTERN_API_URL ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../../.build/web',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures as files: a strict content security policy need not allow data URLs for them.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': { target: api, changeOrigin: false } },
  },
});
