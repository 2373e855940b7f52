import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { describeInstallation, listBrowserFiles, toExecutable } from './platform.ts';
import { guard } from './processes.ts';
import { Plain, say, seconds } from './steps.ts';

interface Need {
  package: string;
  /** The consequence of a missing package, for machines on which we may not install it. */
  without: string;
  isThere(): boolean;
}

/** Headless Chromium without its own menus and pages: journeys take half the processor time in it. */
const shell = 'chromium-headless-shell';
export const browsers = [
  shell,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  ...listBrowserFiles(),
];

export function findProgram(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin');
  return names
    .flatMap((name) =>
      isAbsolute(name) ? name : folders.map((folder) => join(folder, toExecutable(name))),
    )
    .find((path) => existsSync(path));
}

const redis: Need = {
  package: 'redis-server',
  without: 'the tests of the queue on Redis will fail',
  isThere: () => findProgram(['redis-server']) !== undefined,
};
const haproxy: Need = {
  package: 'haproxy',
  without: 'the tests of failovers will fail',
  isThere: () => findProgram(['haproxy', '/usr/sbin/haproxy']) !== undefined,
};
const caddy: Need = {
  package: 'caddy',
  without: 'the chaos soak will fail',
  isThere: () => findProgram(['caddy']) !== undefined,
};
const prometheus: Need = {
  package: 'prometheus',
  without: 'the alert rules are not tested',
  isThere: () => findProgram(['prometheus']) !== undefined,
};
const alertmanager: Need = {
  package: 'prometheus-alertmanager',
  without: 'the configuration of Alertmanager is not tested',
  isThere: () => findProgram(['amtool']) !== undefined,
};
const chromium: Need = {
  package: shell,
  without: 'the tests in a browser will fail (`npm test -- integration` leaves them out)',
  // Installs the package even if another browser exists. If the package cannot be installed, any browser will
  // do.
  isThere: () => findProgram(mayInstall() ? [shell] : browsers) !== undefined,
};
const fonts: Need = {
  package: 'fonts-noto-core',
  without: 'screenshots show boxes instead of Devanagari',
  isThere: () => spawnSync('fc-list', [':lang=hi'], { encoding: 'utf8' }).stdout?.trim() !== '',
};

const mayInstall = () => process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined;

/**
 * Installs the Debian packages that the tests need if we may; otherwise prints the consequence of each
 * missing one. Caddy is only for a soak: with systemd its package also starts it, on port 80.
 */
export async function ensureDebianPackages(options: {
  browser: boolean;
  front: boolean;
}): Promise<void> {
  const wanted = [
    redis,
    haproxy,
    prometheus,
    alertmanager,
    ...(options.front ? [caddy] : []),
    ...(options.browser ? [chromium, fonts] : []),
  ];
  const missing = wanted.filter((need) => !need.isThere());
  if (missing.length === 0) return;
  const names = missing.map((need) => need.package).join(' ');
  if (!mayInstall()) {
    for (const need of missing) say(`  ! ${need.package} is missing: ${need.without}.`);
    say(`    ${describeInstallation(names)}`);
    return;
  }
  const began = Date.now();
  say(`  Installing ${names} with apt…`);
  try {
    await apt(['update']);
    await apt(['install', '-y', '--no-install-recommends', ...names.split(' ')]);
  } catch (error) {
    // Another browser is slower, but sufficient.
    const isVital = (need: Need) => need !== chromium || findProgram(browsers) === undefined;
    if (missing.some(isVital)) throw error;
    return say(`  ! ${names} could not be installed: the journeys run in another browser.`);
  }
  say(`  ✓ ${names} installed in ${seconds(Date.now() - began)}`);
}

function apt(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    // Two checkouts may install at the same time: each waits for dpkg's lock.
    const child = spawn('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    guard(child, 'SIGTERM');
    let output = '';
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (output += text));
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new Plain(`apt-get ${args[0]} failed:\n${output.trim().slice(-2000)}`));
    });
  });
}
