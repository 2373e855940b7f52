/** Bundles `src/prerender.tsx` into the build; the API renders the public pages with it. */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import react from '@vitejs/plugin-react';

export function serverPages(): Plugin {
  return {
    name: 'server-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        await build({
          configFile: false,
          root: import.meta.dirname,
          logLevel: 'warn',
          plugins: [react()],
          ssr: { noExternal: true },
          build: {
            ssr: 'src/prerender.tsx',
            emptyOutDir: true,
            outDir: join(dir, '.server'),
            copyPublicDir: false,
            assetsInlineLimit: 0,
            rolldownOptions: { output: { entryFileNames: 'pages-[hash].js' } },
          },
        });
      },
    },
  };
}
