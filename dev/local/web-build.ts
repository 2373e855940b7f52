import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guard } from './processes.ts';
import { localFolder, root, webFolder } from './places.ts';
import { Plain } from './steps.ts';

const stampFile = join(webFolder, '.stamp');
const ignored = new Set(['node_modules', 'dist', '.vite', 'testing']);

export function webIsCurrent(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();
}

/**
 * Builds the client in another folder and swaps it in, so that a running server never serves half a build.
 */
export async function buildWeb(): Promise<void> {
  if (!existsSync(join(root, 'web', 'vite.config.ts'))) {
    throw new Plain('The client has no web/vite.config.ts to build from.');
  }
  const hash = sourceHash();
  const fresh = join(localFolder, `web-${process.pid}`);
  const old = `${fresh}.old`;
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  try {
    await runNode([vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']);
    writeFileSync(join(fresh, '.stamp'), hash);
    if (existsSync(webFolder)) renameSync(webFolder, old);
    renameSync(fresh, webFolder);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

function runNode(args: string[]): Promise<void> {
  const options = { cwd: join(root, 'web'), env: { ...process.env, NODE_ENV: 'production' } };
  return new Promise((done, fail) => {
    const child = execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error) fail(new Plain(`The client could not be built.\n${stdout}${stderr}`));
      else done();
    });
    guard(child, 'SIGKILL');
  });
}

/** Hashes the content of the files and not their times: a checkout touches files without changing them. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of [...filesUnder('web'), ...filesUnder('shared'), 'package-lock.json']) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(path) : [path];
    });
}
