import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './compressed.ts';
import { firstChunk } from './first-chunk.ts';
import { heads } from './page-heads.ts';
import { serviceWorker } from './offline.ts';
import { serverPages } from './server-pages.ts';
import { staticWords } from './static-words.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    staticWords(),
    heads(),
    serviceWorker(),
    compressed(),
    serverPages(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Nothing becomes a data: URL, so that the content security policy may refuse them for fonts.
    assetsInlineLimit: 0,
    // Which file needs which: for the test of what the home page loads, and for the service worker.
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'offline.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: firstChunk(),
    },
    // Browsers that know no such links load a chunk when it is asked for.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  },
});
