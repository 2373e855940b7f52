// Postgres and Redis for the tests as containers of the images in docker-compose.yml, instead of the embedded
// ones (`TEST_STACK=containers`). Tests that stop or freeze their own server keep an embedded one.
import { randomBytes } from 'node:crypto';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';
import { createPool, whenDatabaseIsBack } from '@sachet/db/connect';
import { composeImage, hasDocker, hasImage, toTestProject } from '../docker.ts';
import { createDatabase, initdbArguments, type TestPostgres } from '../postgres.ts';
import { once } from '../once.ts';

/** Why the tests cannot use containers here; undefined if they can. */
function whyNoContainers(): string | undefined {
  if (!hasDocker()) return 'no Docker answers';
  const missing = [composeImage('postgres'), composeImage('redis')].filter(
    (image) => !hasImage(image),
  );
  return missing.length > 0 ? `Docker has no image ${missing.join(' and ')}` : undefined;
}

// Testcontainers' watchdog would be one more image, and we remove what we start.
process.env.TESTCONTAINERS_RYUK_DISABLED ??= 'true';

const postgresPort = 5432;
const redisPort = 6379;
const startWithinMs = 60_000;

/**
 * Options like those of the embedded server for tests: the data is temporary, so nothing is flushed to disk.
 */
const forTests = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  scram_iterations: '1',
  max_connections: '500',
};

async function startPostgresContainer(): Promise<TestPostgres> {
  const [ownerPassword, appPassword] = [randomBytes(12), randomBytes(12)].map((bytes) =>
    bytes.toString('hex'),
  );
  const settings = Object.entries(forTests).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const container = await new GenericContainer(composeImage('postgres'))
    .withName(`${toTestProject(process.pid)}-postgres`)
    .withEnvironment({
      POSTGRES_USER: 'sachet_owner',
      POSTGRES_PASSWORD: ownerPassword!,
      POSTGRES_INITDB_ARGS: initdbArguments.join(' '),
    })
    .withCommand(['postgres', ...settings])
    .withSharedMemorySize(256 * 1024 * 1024)
    .withExposedPorts(postgresPort)
    .start();
  const at = toAddress(container, postgresPort);
  const ownerUrl = (database: string) =>
    `postgres://sachet_owner:${ownerPassword}@${at}/${database}`;
  const stop = toStop(container);
  try {
    await whenDatabaseIsBack(() => ask(ownerUrl('postgres')), { withinMs: startWithinMs });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ownerUrl,
    appUrl: (database) => `postgres://sachet:${appPassword}@${at}/${database}`,
    createDatabase: (name) => createDatabase(ownerUrl('postgres'), name),
    stop,
  };
}

async function startRedisContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const container = await new GenericContainer(composeImage('redis'))
    .withName(`${toTestProject(process.pid)}-redis`)
    .withCommand(['redis-server', '--maxmemory-policy', 'noeviction', '--save', ''])
    .withExposedPorts(redisPort)
    .start();
  return { url: `redis://${toAddress(container, redisPort)}`, stop: toStop(container) };
}

const toAddress = (container: StartedTestContainer, port: number) =>
  `${container.getHost()}:${container.getMappedPort(port)}`;

const toStop = (container: StartedTestContainer) =>
  once(async () => void (await container.stop({ remove: true, removeVolumes: true })));

/** The image starts its server twice: the first start only creates the database. */
async function ask(url: string): Promise<void> {
  const pool = createPool(url, { max: 1 });
  try {
    await pool.query('select 1');
  } finally {
    await pool.end();
  }
}

export const containers = { whyNoContainers, startPostgresContainer, startRedisContainer };
