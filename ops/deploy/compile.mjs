// Makes JavaScript of what the given programs need, and of nothing else: no tests, no TypeScript.
// Types are replaced by blanks, as Node itself does it, so lines and columns of errors stay the same.
//
//   node ops/deploy/compile.mjs FOLDER PROGRAM.ts…
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize } from 'node:path';

const [folder, ...programs] = process.argv.slice(2);
const found = new Set(programs);

/** Relative files (`'./x.ts'`, also a worker's URL; data is copied) and subpaths of our rooms (`'@sachet/db/x'`). */
const relative = /(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g;
const data = /(['"])(\.{1,2}\/[^'"\n]+\.(?:json|ttf))\1/g;
const ours = /['"]@sachet\/([^'"\n]+)['"]/g;

for (const file of found) {
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'), { mode: 'strip' });
  for (const [, , path] of source.matchAll(relative)) {
    found.add(`${normalize(join(dirname(file), path))}.ts`);
  }
  for (const [, , path] of source.matchAll(data)) {
    cpSync(join(dirname(file), path), join(folder, dirname(file), path));
  }
  for (const [, path] of source.matchAll(ours)) found.add(`${path}.ts`);
  write(file.replace(/\.ts$/, '.js'), source.replaceAll(relative, '$1$2.js$1'));
}

const rooms = new Set([...found].map((file) => file.split('/')[0]));
for (const room of rooms) {
  const text = readFileSync(join(room, 'package.json'), 'utf8');
  write(join(room, 'package.json'), text.replaceAll('.ts"', '.js"'));
}
if (rooms.has('db') && existsSync('db/migrations')) {
  cpSync('db/migrations', join(folder, 'db/migrations'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}
if (rooms.has('adapters')) {
  cpSync('adapters/images/fonts', join(folder, 'adapters/images/fonts'), { recursive: true });
}
console.log(`${found.size} files of ${rooms.size} rooms`);

function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
