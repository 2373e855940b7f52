// Copies the packages that some workspaces need at run time, as package-lock.json resolved them, without the
// files that nothing reads then: types, maps, tests and original sources.
//
//   node ops/deploy/copy-packages.mjs FOLDER WORKSPACE…
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const [folder, ...workspaces] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** The path at which Node finds a package for a file of `from`; undefined if it is not installed. */
function find(name, from) {
  for (let at = from; ; at = at.includes('/') ? dirname(at) : '') {
    const path = join(at, 'node_modules', name);
    if (packages[path] && existsSync(path)) return path;
    if (at === '') return undefined;
  }
}

const needed = new Set(workspaces);
for (const from of needed) {
  const { dependencies, optionalDependencies, peerDependencies } = packages[from];
  for (const name of Object.keys({
    ...dependencies,
    ...optionalDependencies,
    ...peerDependencies,
  })) {
    const path = find(name, from);
    // TypeScript is a peer of packages whose types it compiles.
    if (!path || name === 'typescript') continue;
    needed.add(path);
    if (packages[path].link) needed.add(packages[path].resolved);
  }
}

const unread = /(?:\.map|\.ts|\.mts|\.cts|\.tsx|\.tsbuildinfo|\.test\.[^./]+)$/;
const unreadFolder = /^(?:node_modules|test|tests|__tests__|testing)$/;

for (const path of [...needed].sort()) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  if (!path.includes('node_modules')) {
    cpSync(join(path, 'package.json'), join(target, 'package.json'));
  } else if (packages[path].link) {
    symlinkSync(relative(dirname(path), packages[path].resolved), target);
  } else {
    const isRead = (source) =>
      source === path || !(unread.test(source) || unreadFolder.test(basename(source)));
    cpSync(path, target, { recursive: true, filter: isRead });
  }
}
console.log(`${needed.size} packages`);
