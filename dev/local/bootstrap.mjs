// The first file that runs on a fresh clone: plain JavaScript for any Node >= 20, before any package is
// installed. It installs the packages when needed and starts the pinned Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chooseNode, findPinnedNode } from './pinned-node.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Each command is a program of its folder. */
const programs = {
  'dev/local': ['start', 'test'],
  'dev/tools': ['soak', 'check', 'bench', 'examples', 'share-images', 'configuration'],
  'ops/cli': ['ledger', 'models', 'admin', 'db', 'pictures', 'doctor'],
};
const lockFile = join(root, '.local', 'install.lock');
const stampFile = join(root, 'node_modules', '.sachet-lock');

const [command, ...args] = process.argv.slice(2);
let running; // The child that gets our signals: npm during the install, then the command itself.
let stopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The terminal signals the whole process group and npm forwards its own copy, so one Ctrl-C may arrive
  // twice, here and in the child. Unlike a signal, a message can be repeated without harm.
  process.on(signal, () => stop(signal));
}

if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  // npm runs us in a shell, and sends its own SIGTERM only to that shell, which ends without notifying us: we
  // notice our new parent.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
}

function stop(signal) {
  stopping = true;
  if (running?.connected) running.send({ stop: signal });
  else running?.kill('SIGTERM');
}

process.exitCode = await main();

async function main() {
  const folder = Object.keys(programs).find((each) => programs[each].includes(command));
  if (!folder) {
    const commands = Object.values(programs).flat().join('|');
    console.error(`usage: node dev/local/bootstrap.mjs ${commands} [arguments]`);
    return 2;
  }
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    console.error(`Sachet needs Node 20 or newer; this is ${process.version}.`);
    return 1;
  }
  if (!isInstalled()) {
    const code = await installAlone();
    if (code !== 0) return code;
  }
  if (stopping) return 130;
  const { platform, arch, version, execPath } = process;
  const pinned = findPinnedNode(platform, arch);
  const file = pinned && join(root, 'node_modules', pinned);
  const node = chooseNode({
    platform,
    arch,
    own: { version, file: execPath },
    pinned: file && existsSync(file) ? file : undefined,
  });
  if (node.problem) {
    console.error(node.problem);
    return 1;
  }
  return run(node.file, [join(root, folder, `${command}.ts`), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function isInstalled() {
  const hash = lockHash();
  if (read(stampFile) === hash) return true;
  // A developer's own `npm install` leaves no stamp: then npm's own record of the installed packages decides.
  const ours = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!ours || !installed || !samePackages(ours, installed)) return false;
  writeFileSync(stampFile, hash);
  return true;
}

function samePackages(ours, installed) {
  return Object.entries(ours).every(([path, entry]) => {
    const there = installed[path];
    // Packages for other machines are in the lock file and not in the folder.
    if (!there) return path === '' || entry.optional || entry.devOptional;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

// Two commands that start concurrently share one node_modules: the second waits for the first one's install.
async function installAlone() {
  mkdirSync(join(root, '.local'), { recursive: true });
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    let said = false;
    while (!takeLock(mine)) {
      if (!said) console.log('Another command is installing the packages, waiting for it…');
      said = true;
      await sleep(300);
      if (stopping) return 130;
    }
  } finally {
    unlinkSync(mine);
  }
  try {
    return isInstalled() ? 0 : await install();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function takeLock(mine) {
  try {
    linkSync(mine, lockFile); // A hard link is created completely or not at all, with its content.
    return true;
  } catch {
    const holder = Number(read(lockFile));
    if (holder && !isAlive(holder)) rmSync(lockFile, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function install() {
  const first = !existsSync(join(root, 'node_modules'));
  const began = Date.now();
  process.stdout.write(
    first
      ? 'Installing packages (first time, about a minute)… '
      : 'Installing packages (the lock file changed)… ',
  );
  const npm = process.env.npm_execpath;
  const flags =
    'ci --prefer-offline --no-audit --no-fund --no-progress --loglevel=error --include=dev --include=optional';
  const viaNode = npm && /\.[cm]?js$/.test(npm);
  let output = '';
  const code = await run(
    viaNode ? process.execPath : 'npm',
    [...(viaNode ? [npm] : []), ...flags.split(' ')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !viaNode && process.platform === 'win32',
    },
    (text) => (output += text),
  );
  if (stopping) return 130;
  if (code !== 0) {
    console.log('failed.\n');
    console.error(output.trim());
    console.error('\nThe packages could not be installed: see npm’s words above.');
    return code;
  }
  writeFileSync(stampFile, lockHash());
  console.log(`done in ${Math.round((Date.now() - began) / 1000)} s`);
  return 0;
}

function run(file, fileArgs, options, onOutput) {
  return new Promise((done) => {
    running = spawn(file, fileArgs, { cwd: root, ...options });
    running.stdout?.on('data', onOutput);
    running.stderr?.on('data', onOutput);
    running.on('error', (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      done(1);
    });
    running.on('close', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
