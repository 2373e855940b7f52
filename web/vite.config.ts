import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { staticShell } from './static-shell.ts';
import { words } from './words.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [words(), react(), tailwindcss(), staticShell(), compressed()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing becomes a data: URL, so that the content security policy may refuse them for fonts.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  },
});
