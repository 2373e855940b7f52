// The rules and the dashboard in a real Prometheus, with metrics of our own processes, idle and with faults.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPool } from '@sachet/db/connect';
import { hourMs } from '@sachet/shared/time';
import { createCustomer, respondAsync, type Customer } from '../../api/testing/client.ts';
import { openStack, type OpenStack } from '../../api/testing/stack.ts';
import { findProgram } from '../../dev/local/debian-packages.ts';
import { freePort } from '../../dev/local/ports.ts';
import { startRedis, type Redis } from '../../dev/local/redis.ts';
import { coordinate } from '../../dev/local/testing/coordinates.ts';
import {
  prometheus,
  startPrometheus,
  type Prometheus,
} from '../../adapters/operations/testing/prometheus.ts';

const here = import.meta.dirname;
const until = { timeout: 60_000, interval: 100 };

const ruleFiles = ['alerts.yml', 'machine-alerts.yml'];

test.skipIf(!prometheus).each(ruleFiles)(
  'each rule of %s fires for its fault and for nothing else',
  (file) => {
    const tests = join(here, file.replace('.yml', '.test.yml'));
    expect(execFileSync('promtool', ['test', 'rules', tests]).toString()).toContain('SUCCESS');
  },
);

const rules = ruleFiles.map((file) => readFileSync(join(here, file), 'utf8')).join('\n');

test('docs/operations.md describes what to do about each rule', () => {
  const manual = readFileSync(join(here, '../../docs/operations.md'), 'utf8');
  const rows = manual.matchAll(/^\| `(\w+)` +\| .{20,} \| .{20,} \|$/gm);
  expect([...rows].map(([, name]) => name)).toEqual(
    [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name),
  );
});

test.skipIf(!prometheus)('the Prometheus configuration for the containers is valid', () => {
  const output = execFileSync('promtool', ['check', 'config', join(here, 'prometheus.yml')]);
  expect(output.toString()).toContain('SUCCESS');
});

test.skipIf(!findProgram(['amtool']))(
  'Alertmanager accepts its configuration, and mails each severity to its address',
  () => {
    const file = join(here, 'alertmanager.yml');
    const amtool = (...args: string[]) => execFileSync('amtool', args).toString().trim();
    expect(amtool('check-config', file)).toContain('SUCCESS');
    const route = (severity: string) =>
      amtool('config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`);
    expect(['page', 'ticket'].map(route)).toEqual(['on-call', 'operators']);
    const severities = [...rules.matchAll(/severity: (\w+)/g)].map(([, severity]) => severity);
    expect(new Set(severities)).toEqual(new Set(['page', 'ticket']));
  },
);

describe.skipIf(!prometheus)('over a stack', () => {
  let port: number;
  let redis: Redis;
  let open: OpenStack;
  let watch: Prometheus;
  let customer: Customer;
  const startQueue = () =>
    startRedis({
      folder: coordinate('TEST_FOLDER'),
      logFile: join(coordinate('TEST_LOG_FOLDER'), 'redis-alerts.log'),
      port,
    });
  const expectFiring = (names: readonly string[]) =>
    expect.poll(() => watch.firing(), until).toEqual(names);

  async function changeAsOwner(statement: string): Promise<void> {
    const owner = createPool(open.stack.database.ownerUrl, { max: 1 });
    await owner.query(statement);
    await owner.end();
  }

  beforeAll(async () => {
    port = await freePort();
    redis = await startQueue();
    open = await openStack({
      limits: { sweepEveryMs: hourMs, auditEveryMs: hourMs },
      env: {
        QUEUE_URL: redis.url,
        OPERATIONS_PORT: '0',
        // No process listens there.
        GEMINI_BASE_URL: `http://127.0.0.1:${await freePort()}`,
      },
    });
    customer = await createCustomer(open.stack);
    const { api, worker } = open.stack;
    watch = await startPrometheus({
      folder: join(coordinate('TEST_FOLDER'), 'prometheus'),
      rulesFile: join(here, 'alerts.yml'),
      targets: {
        'sachet-api': new URL(api.operationsUrl()).host,
        'sachet-worker': new URL(worker.operationsUrl()).host,
      },
    });
  });
  afterAll(async () => {
    await watch?.stop();
    await open?.stop();
    await redis?.stop();
  });

  test('no alert fires after a picture was bought', async () => {
    await expect.poll(() => watch.targetsUp(), until).toBe(2);
    await customer.unlock(await customer.preview({ provider: 'openai' }), 1024);
    // Waits until the data for the queries below was scraped after the purchase.
    await expect
      .poll(() => watch.query('sachet_job_duration_seconds_count{kind="unlock"}'), until)
      .not.toEqual([]);
    await expect
      .poll(() => watch.query('sachet_ledger_holds{state="open"} == 0'), until)
      .not.toEqual([]);
    // A busy machine sometimes answers a scrape too late.
    await expectFiring([]);
  });

  test('every panel of the dashboard has a valid query for series that exist', async () => {
    const dashboard = JSON.parse(readFileSync(join(here, 'dashboard.json'), 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const metrics = new Set<string>();
    for (const { expr } of dashboard.panels.flatMap(({ targets }) => targets)) {
      await watch.query(expr.replaceAll('$__rate_interval', '1m'));
      for (const [name] of expr.matchAll(/\b(?:sachet|nodejs|process)_\w+/g)) metrics.add(name);
    }
    // Refusals and recovered work are counted only when they first happen.
    const whenTheyHappen = /^sachet_(ledger_refusals_total|sweep_recovered_total|event_streams)$/;
    const findMissing = async () => {
      const missing = [];
      for (const name of metrics) {
        if (whenTheyHappen.test(name)) continue;
        if ((await watch.query(name)).length === 0) missing.push(name);
      }
      return missing;
    };
    // The last counts of the purchase arrive with the next scrape.
    await expect.poll(findMissing, until).toEqual([]);
    // Prometheus renames labels that clash with its own target labels, and panels would query the wrong name.
    expect(await watch.query('{exported_job!=""} or {exported_instance!=""}')).toEqual([]);
  });

  test('an audit finding fires its alert until it is resolved', async () => {
    await changeAsOwner(
      `insert into audit_finding (check_name, subject, detail) values ('chain', 'wal_x', 'for a test')`,
    );
    await expectFiring(['AuditorFinding']);
    await changeAsOwner('update audit_finding set resolved_at = now()');
    await expectFiring([]);
  });

  test('an unreachable queue and an overdue hold fire their alerts until the queue is back', async () => {
    const preview = await customer.preview({ provider: 'openai' });
    await redis.stop();
    await expectFiring(['QueueAway']);
    expect((await customer.unlock(preview, 1024, respondAsync)).status).toBe(202);
    // The auditor, which runs when the queue is back, compares the row with its event.
    await changeAsOwner(`update open_hold set expires_at = expires_at - interval '1 day'`);
    await expectFiring(['HoldsOverdue', 'QueueAway']);
    await changeAsOwner(`update open_hold set expires_at = expires_at + interval '1 day'`);
    redis = await startQueue();
    await expectFiring([]);
    await expect
      .poll(() => customer.generation(preview.generationId), until)
      .toMatchObject({ unlockStatus: 'done' });
  });

  test('an unreachable provider fires its alert', async () => {
    for (let i = 0; i < 2; i += 1) await customer.generate({ provider: 'google' });
    await expectFiring(['ProviderFails']);
  });

  test('a crashed worker fires its alert', async () => {
    await open.stack.worker.kill();
    await expectFiring(['ProcessDown', 'ProviderFails']);
  });
});
