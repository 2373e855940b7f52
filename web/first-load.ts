/**
 * Lists the files that a visitor's browser loads before a page can be used. Reads them from the build's
 * manifest.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Limit for the compressed size of the scripts of the visitor's home page. */
export const firstLoadBudgetBytes = 142_000;

/** Limit for the script files of any page. A phone requests six at a time, and each costs a round trip. */
export const scriptFilesMax = 12;

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

/**
 * Returns the files that the entry, these modules (`src/features/studio/home/HomePage.tsx`) or named chunks (`tool`) and their
 * imports need, as paths in the build.
 */
export function getFirstFiles(
  build: string,
  ...parts: string[]
): { scripts: string[]; styles: string[] } {
  const text = readFileSync(join(build, '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Manifest;
  const seen = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = manifest[name] ?? Object.values(manifest).find((each) => each.name === name);
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (seen.has(chunk)) return;
    seen.add(chunk);
    chunk.imports?.forEach(add);
  };
  add('index.html');
  parts.forEach(add);
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
