import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toExecutable, toPostgresPackage } from './platform.ts';
import { Plain } from './steps.ts';

export interface Account {
  uid?: number;
  gid?: number;
}

/** The place for folders that the `postgres` user cannot reach inside the clone (for example under /root). */
const outsideFolder = '/var/lib/sachet';

/**
 * PostgreSQL refuses to run as root, so root runs it as the machine's `postgres` user, which is created if
 * missing. All other users run PostgreSQL as themselves.
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  return findAccount('postgres') ?? createAccount() ?? nobody();
}

function findAccount(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (line) {
    const [, , uid, gid] = line.split(':');
    return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

function createAccount(): Account | undefined {
  try {
    const flags = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
    execFileSync('useradd', [...flags, 'postgres'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return findAccount('postgres');
}

function nobody(): Account {
  const account = findAccount('nobody');
  if (account) return account;
  throw new Plain(
    'PostgreSQL does not run as root, and this machine has no `postgres` user and no `useradd` to ' +
      'make one. Run Sachet as an ordinary user.',
  );
}

/** The folder with bin/initdb and bin/postgres, in a place where the account can run them. */
export async function postgresBinaries(account: Account): Promise<string> {
  const packageName = toPostgresPackage();
  let native: string;
  try {
    native = resolve(fileURLToPath(import.meta.resolve(packageName)), '..', '..', 'native');
  } catch {
    throw new Plain(`The package ${packageName} is not installed: remove node_modules, try again.`);
  }
  if (
    !existsSync(join(native, 'lib')) ||
    !existsSync(join(native, 'bin', toExecutable('postgres')))
  ) {
    throw new Plain(`PostgreSQL is incomplete in ${native}: remove node_modules and try again.`);
  }
  if (account.uid === undefined || reachableByOthers(native)) return native;
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(outsideFolder, `postgres-${version}`);
  if (!existsSync(copy)) {
    // Copied under another name and renamed, so that a copy under the final name is always complete.
    const unfinished = `${copy}.${process.pid}`;
    openFolder(outsideFolder);
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return copy;
}

/** A folder that the account can reach: the requested folder, or else a folder outside with a link to it. */
export function reachableFolder(folder: string, account: Account): string {
  openFolder(dirname(folder));
  if (account.uid === undefined || reachableByOthers(dirname(folder))) {
    openFolder(folder);
    return folder;
  }
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const outside = join(outsideFolder, `${basename(folder)}-${digest}`);
  // Without our link the clone is new, and the folder outside belongs to an older clone at the same path.
  if (!isLink(folder)) {
    rmSync(outside, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
    openFolder(outside);
    symlinkSync(outside, folder);
  }
  openFolder(outside);
  return outside;
}

/** Deletes a folder of `reachableFolder`. */
export function removeReachableFolder(folder: string): void {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  rmSync(join(outsideFolder, `${basename(folder)}-${digest}`), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function openFolder(folder: string): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Whether every user may pass through all folders on the path. */
function reachableByOthers(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
