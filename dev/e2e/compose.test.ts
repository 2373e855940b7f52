/**
 * The demo profile of docker-compose.yml in containers, built from the working tree: `npm test --
 * compose`. It takes minutes, so no other test run includes it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { composeDemo } from '../local/docker.ts';
import { freePort } from '../local/ports.ts';
import { chromiumFlags } from '../local/testing/chromium-flags.ts';
import { chromiumPath } from '../local/testing/coordinates.ts';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForPictures, priceBar, resultFrom, see, seeInWallet, signUp, soon } from './steps.ts';
import { patienceMs, visit } from './visitor.ts';

/** Set by `npm test -- compose` if Docker is available; that command also removes the project. */
const project = process.env.TEST_COMPOSE_PROJECT;
const buildTimeoutMs = 1_800_000;
const replicas = { api: 2, worker: 2 };
const services = ['postgres', 'redis', 'sandbox', 'emulator', 'api', 'worker', 'web'];

const call = promisify(execFile);

describe.skipIf(!project)('the demo in containers', () => {
  // The stand-ins' ports are fixed, so a separate address keeps them apart from another demo.
  const host = `127.${1 + (process.pid % 250)}.${1 + ((process.pid >> 8) % 250)}.7`;
  let port: number;
  let browser: Browser;
  beforeAll(async () => {
    port = await freePort();
    const args = chromiumFlags.map((flag) => flag.replace('EXCLUDE 127.0.0.1', `EXCLUDE ${host}`));
    browser = await chromium.launch({ executablePath: chromiumPath(), args });
    const scales = Object.entries(replicas).flatMap(([name, n]) => ['--scale', `${name}=${n}`]);
    await compose('up', '-d', '--build', ...scales);
  }, buildTimeoutMs);
  afterAll(() => browser?.close());

  const compose = (...args: string[]) =>
    composeDemo(project!, args, {
      PORT: String(port),
      STAND_INS_HOST: host,
    });

  /** Finds containers by Compose's labels, because asking Compose takes seconds. */
  async function findContainers(service: string): Promise<string[]> {
    const labels = [`project=${project!}`, `service=${service}`, 'oneoff=False'];
    const filters = labels.map((label) => `--filter=label=com.docker.compose.${label}`);
    const { stdout } = await call('docker', ['ps', '--all', '--quiet', ...filters]);
    return stdout.split('\n').filter(Boolean);
  }

  async function inspect(service: string, format: string): Promise<string[]> {
    const ids = await findContainers(service);
    const { stdout } = await call('docker', ['inspect', '--format', format, ...ids]);
    return stdout.trim().split('\n');
  }

  async function expectAllHealthy(): Promise<void> {
    for (const service of services) {
      const states = await inspect(service, '{{.State.Health.Status}}');
      expect(states, service).toEqual(states.map(() => 'healthy'));
      expect(states, service).toHaveLength(replicas[service as keyof typeof replicas] ?? 1);
    }
  }

  /** Kills every process except the first one, `init`, as a crash would. */
  const crash = (container: string) =>
    call('docker', ['exec', container, 'sh', '-c', 'kill -9 -1']);

  test('the accounts to sign in with are there', async () => {
    await soon(async () =>
      expect(await inspect('accounts', '{{.State.Status}} {{.State.ExitCode}}')).toEqual([
        'exited 0',
      ]),
    );
    expect(await compose('logs', 'accounts')).toContain('owner@sachet.test');
  });

  test('the image has neither TypeScript nor tests', async () => {
    const patterns = ['*.ts', '*.tsx', '*.map', '*.test.*', 'testing', 'typescript'];
    const names = patterns.flatMap((pattern) => ['-o', '-name', pattern]).slice(1);
    const asked = ['run', '--rm', '--network=none', '--entrypoint=find', 'sachet', '/app'];
    const { stdout } = await call('docker', [...asked, ...names]);
    expect(stdout).toBe('');
  });

  const psql = [
    'psql',
    '--username=sachet_owner',
    '--dbname=sachet',
    '--no-align',
    '--tuples-only',
  ];
  async function readDatabase(statement: string): Promise<string> {
    const [container] = await findContainers('postgres');
    const asked = ['exec', container!, ...psql, `--command=${statement}`];
    return (await call('docker', asked)).stdout.trim();
  }

  test(
    'a user who signs up on a phone gets the picture and pays once although an API and all workers crash during the purchase',
    async () => {
      await soon(expectAllHealthy);
      const url = `http://${host}:${port}`;
      await visit({
        browser,
        url,
        settings: { phone: true, hosts: [host] },
        journey: async ({ page }) => {
          await signUp(page);
          // The provider never answers the first worker, whose crash ends the call.
          await askForPictures(page, 'a kite over Pune [[fail:hang@google#premium*1]]');
          await priceBar(page, 'Google').getByRole('button', { name: 'Unlock · ₹75' }).click();
          await soon(async () =>
            expect(
              await readDatabase('select count(*) from unlock where provider_asked_at is not null'),
            ).toBe('1'),
          );
          const [api] = await findContainers('api');
          await Promise.all([...(await findContainers('worker')), api!].map(crash));
          await resultFrom(page, 'Google')
            .getByText('₹75 paid · ₹175.00 left')
            .first()
            .waitFor({ timeout: 3 * patienceMs });
          await see(resultFrom(page, 'Google').getByAltText(/^Picture: /));
          await seeInWallet(page, '₹175.00');
        },
      });
      const kinds = await readDatabase(
        `select string_agg(kind, ' ' order by seq) from ledger_event
          where wallet_id = (select wallet_id from ledger_event
                              where kind = 'HoldCaptured' order by position desc limit 1)`,
      );
      expect(kinds).toBe('SignupBonusCredited HoldPlaced HoldCaptured');
      expect(await readDatabase('select count(*) from open_hold')).toBe('0');
      const sorted = "select string_agg(x, '' order by x) from unnest(array['b', 'B', 'a', '_']) x";
      expect(await readDatabase(sorted), 'texts compare by their bytes').toBe('B_ab');
      expect(await compose('run', '--rm', '-T', 'migrate', 'ledger', 'verify')).toContain(
        'no fault',
      );
      await soon(expectAllHealthy);
      const restarts = await Promise.all(
        (['api', 'worker'] as const).map((service) => inspect(service, '{{.RestartCount}}')),
      );
      expect(restarts.map((counts) => counts.toSorted())).toEqual([
        ['0', '1'],
        ['1', '1'],
      ]);
    },
    buildTimeoutMs,
  );
});
