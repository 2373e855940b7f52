/**
 * Writes a Brotli and a gzip copy beside each compressible file of the build; the API sends them.
 */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const isText = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;
/** Smaller files save less than the headers cost. */
const leastBytes = 1024;
/** The highest quality takes ten times as long and saves only a few percent more. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => compressAll(dir ?? '') },
  };
}

async function compressAll(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!isText.test(name) || (await stat(path)).size < leastBytes) continue;
    const bytes = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotli));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}
