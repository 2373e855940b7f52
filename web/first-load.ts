/**
 * Lists the files that a visitor's browser loads before a page can be used. Reads them from the build's
 * manifest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limit for the compressed size of the scripts of the visitor's home page. */
export const firstLoadBudgetBytes = 140_000;

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/**
 * Returns the files that a page (`src/home/HomePage.tsx`), its imports and the entry need, as paths in the
 * build.
 */
export function getFirstFiles(
  build: string,
  page: string,
): { scripts: string[]; styles: string[] } {
  const text = readFileSync(join(build, '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const seen = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (seen.has(chunk)) return;
    seen.add(chunk);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  add(page);
  const chunks = [...seen];
  return {
    scripts: chunks.map(({ file }) => file),
    styles: [...new Set(chunks.flatMap(({ css }) => css ?? []))],
  };
}

/** The total size of these files in bytes after gzip. */
export function getGzipBytes(build: string, files: readonly string[]): number {
  const sizes = files.map((file) => gzipSync(readFileSync(join(build, file)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}
