/** What a visitor's browser fetches before a page can be used, from the manifest of the build. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** For the scripts of the signed-out home page, compressed. */
export const firstLoadBudgetBytes = 140_000;

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/** Of a page (`src/home/HomePage.tsx`) and of all that it imports, with the entry: paths in the build. */
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

/** Bytes over the wire, as gzip sends them. */
export function getGzipBytes(build: string, files: readonly string[]): number {
  const sizes = files.map((file) => gzipSync(readFileSync(join(build, file)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}
