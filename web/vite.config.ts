import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { heads } from './page-heads.ts';
import {
  compressed,
  groupChunks,
  paintFirst,
  quietRouter,
  serverPages,
  serviceWorker,
  staticWords,
} from './vite-plugins.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    quietRouter(),
    staticWords(),
    paintFirst(),
    heads(),
    serviceWorker(),
    compressed(),
    serverPages(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Assets are never inlined, so that the content security policy can forbid fonts from data: URLs.
    assetsInlineLimit: 0,
    // The manifest is needed for the test of what the home page loads, and for the service worker.
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'offline.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: groupChunks(),
    },
    // No polyfill: a browser without modulepreload loads each chunk when it is needed.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  },
});
