// Addresses of the parts that `npm test` started. Tests of pure code need none of this.

/** The value of a TEST_ variable. If it is missing, throws an error that says how to run the test. */
export function coordinate(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(
    `${name} is not set: this test needs the parts that \`npm test\` starts. ` +
      'Run it with `npm test -- <part of the file name>`.',
  );
}

export function redisUrl(): string {
  if (process.env.TEST_DATABASE_OWNER_URL && !process.env.TEST_REDIS_URL) {
    throw new Error('redis-server is not installed: apt-get install redis-server');
  }
  return coordinate('TEST_REDIS_URL');
}

export function chromiumPath(): string {
  if (process.env.TEST_DATABASE_OWNER_URL && !process.env.TEST_CHROMIUM) {
    throw new Error(
      'No Chromium is installed: apt-get install chromium, or leave them out with ' +
        '`npm test -- integration`.',
    );
  }
  return coordinate('TEST_CHROMIUM');
}

export interface Emulator {
  host: string;
  projectId: string;
}

/** Returns the shared Auth emulator. The first request to the emulator starts it and waits for it. */
export async function readyEmulator(): Promise<Emulator> {
  const host = coordinate('TEST_AUTH_EMULATOR_HOST');
  const answer = await fetch(`http://${host}/`);
  if (!answer.ok) throw new Error(`The Auth emulator answers ${answer.status}`);
  return { host, projectId: coordinate('TEST_PROJECT_ID') };
}
