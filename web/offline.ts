/** Writes the service worker of the build, with the names of the files that it caches. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { getFirstFiles } from './first-load.ts';

const source = join(import.meta.dirname, 'service-worker.js');

export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: ({ dir }) => write(dir ?? '') },
  };
}

function write(build: string): void {
  const { scripts, styles } = getFirstFiles(build, 'src/home/HomePage.tsx');
  const fonts = readdirSync(join(build, 'assets')).filter((name) =>
    /^inter-(latin|rupee)-wght.*\.woff2$/.test(name),
  );
  const shell = ['offline.html', 'first-paint.js', 'favicon.svg', 'icon-192.png'];
  const files = [...shell, ...scripts, ...styles, ...fonts.map((name) => `assets/${name}`)];
  const worker = readFileSync(source, 'utf8');
  const version = createHash('sha256').update(worker);
  for (const file of files) version.update(`${file}\0`).update(readFileSync(join(build, file)));
  const text = worker
    .replace('__FILES__', JSON.stringify(files.map((file) => `/${file}`)))
    .replace('__VERSION__', version.digest('hex').slice(0, 16));
  writeFileSync(join(build, 'sw.js'), text);
}
