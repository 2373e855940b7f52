// The machine's Docker, for the tests that need one.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localFolder, root } from './places.ts';
import { isAlive } from './processes.ts';

const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

export const hasDocker = (): boolean => succeeds('docker', 'info');

const call = promisify(execFile);

/**
 * Runs a command of the demo profile for a project with this name and returns its output. Neither `.env` nor
 * the shell's keys reach it, because the demo accepts none. Throws when the command fails.
 */
export async function composeDemo(
  project: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const [program, ...first] = findCompose()!;
  // Replaces `.env`; docker-compose does not accept /dev/null.
  const empty = join(localFolder, 'empty.env');
  writeFileSync(empty, '');
  const { PATH, HOME, DOCKER_HOST } = process.env;
  const { stdout } = await call(
    program,
    [...first, '--env-file', empty, '--project-name', project, '--profile', 'demo', ...args],
    {
      cwd: root,
      env: { PATH, HOME, DOCKER_HOST, ENV_FILE: empty, ...env },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  return stdout;
}

/** `docker compose`, or `docker-compose` if Docker has no such plugin; undefined without either. */
export function findCompose(): readonly [string, ...string[]] | undefined {
  if (succeeds('docker', 'compose', 'version')) return ['docker', 'compose'];
  return succeeds('docker-compose', 'version') ? ['docker-compose'] : undefined;
}

/** The image that docker-compose.yml names for a service, such as `postgres:18`. */
export function composeImage(service: string): string {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const image = new RegExp(`^  ${service}:\\n(?:    .*\\n)*?    image: (\\S+)$`, 'm').exec(compose);
  if (!image) throw new Error(`docker-compose.yml names no image of ${service}`);
  return image[1]!;
}

/** Removes the containers, networks and volumes of killed test runs, whose process ids are in the names. */
export async function removeLeftContainers(): Promise<void> {
  const { stdout } = await call('docker', ['ps', '-a', '--format', '{{.Names}}']);
  const left = stdout.split('\n').flatMap((name) => {
    const pid = /^sachet-test-(\d+)[-_]/.exec(name)?.[1];
    return pid && !isAlive(Number(pid)) ? [{ name, project: toTestProject(Number(pid)) }] : [];
  });
  if (left.length === 0) return;
  await call('docker', ['rm', '--force', '--volumes', ...left.map(({ name }) => name)]);
  if (!findCompose()) return;
  for (const project of new Set(left.map((each) => each.project))) {
    await composeDemo(project, ['down', '-v']);
  }
}

/** The project name of the test run with this process id. */
export const toTestProject = (pid: number): string => `sachet-test-${pid}`;

export const hasImage = (image: string): boolean => succeeds('docker', 'image', 'inspect', image);
