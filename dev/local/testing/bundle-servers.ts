import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { root } from '../places.ts';

/**
 * Bundles each server with all its packages into one file: the whole suite starts them two hundred times, and
 * most of a start is finding and reading two thousand modules.
 */
export async function bundleServers(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: { 'api/main': 'api/main.ts', 'worker/main': 'worker/main.ts' },
    // Packages that load their own files, from their own folder.
    external: ['sharp', /^@bull-board/, /^swagger-ui/],
    plugins: [keepPlaces],
    // Hides warnings about packages of other authors.
    logLevel: 'silent',
  });
  try {
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs' });
  } finally {
    await bundle.close();
  }
}

/** Keeps the original paths of our files, by which they find the files beside them. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta')) return null;
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/** Beside `node_modules`, where a bundle finds the packages that it does not contain. */
export const bundleFolder = join(root, '.local', 'test-servers');
