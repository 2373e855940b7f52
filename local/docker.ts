// The machine's Docker, for the tests that need one.
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localFolder, root } from './places.ts';

const succeeds = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

export const hasDocker = (): boolean => succeeds('docker', 'info');

const call = promisify(execFile);

/**
 * What a command of the demo profile says, of a project with this name. Neither `.env` nor the shell's keys
 * reach it: the demo takes none. Throws when it fails.
 */
export async function composeDemo(
  project: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const [program, ...first] = findCompose()!;
  // In the place of `.env`; docker-compose takes no /dev/null.
  const empty = join(localFolder, 'empty.env');
  writeFileSync(empty, '');
  const { PATH, HOME, DOCKER_HOST } = process.env;
  const { stdout } = await call(
    program,
    [...first, '--env-file', empty, '--project-name', project, '--profile', 'demo', ...args],
    { cwd: root, env: { PATH, HOME, DOCKER_HOST, ...env }, maxBuffer: 64 * 1024 * 1024 },
  );
  return stdout;
}

/** `docker compose`, or `docker-compose` where Docker has no such plugin; undefined without either. */
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

export const hasImage = (image: string): boolean => succeeds('docker', 'image', 'inspect', image);
