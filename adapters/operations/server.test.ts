// Metrics and health of real servers at work.
import { createServer, type Server } from 'node:http';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCustomer, send, type Customer } from '../../api/testing/client.ts';
import { openStack, type OpenStack } from '../../api/testing/stack.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

/** The requests that the servers send to a collector. */
const spans: Span[] = [];
let collector: Server;
let open: OpenStack;
let customer: Customer;
let requestId: string;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
    };
    spans.push(
      ...sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)),
    );
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  open = await openStack({
    queue: 'redis',
    env: {
      LOG_LEVEL: 'info',
      OPERATIONS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    },
  });
  customer = await createCustomer(open.stack);
  const preview = await customer.preview();
  const bought = await customer.unlock(preview, 1024);
  expect([bought.status, bought.body.charged]).toEqual([200, 75]);
  requestId = bought.headers.get('x-request-id')!;
});
afterAll(async () => {
  await open?.stop();
  collector?.closeAllConnections();
  collector?.close();
});

async function readMetrics(server: 'api' | 'worker'): Promise<string> {
  const answer = await send<string>(`${open.stack[server].operationsUrl()}/metrics`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const readLog = (server: 'api' | 'worker') =>
  readFileSync(open.stack[server].logFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe.each(['api', 'worker'] as const)('the operations port of the %s', (server) => {
  test('the operations port reports liveness and readiness', async () => {
    const url = open.stack[server].operationsUrl();
    expect((await send(`${url}/healthz`)).body).toEqual({ ok: true });
    const ready = await send(`${url}/readyz`);
    expect([ready.status, ready.body]).toEqual([
      200,
      {
        ok: true,
        database: true,
        schema: 'fits',
        queue: true,
        images: 'writable',
        stopping: false,
        warnings: expect.any(Array),
      },
    ]);
    expect((await send(`${url}/anything`)).status).toBe(404);
  });

  test('the operations port has the metrics of its process', async () => {
    const metrics = await readMetrics(server);
    expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds ');
    expect(metrics).toContain('sachet_dependency_up{dependency="database"} 1');
    expect(metrics).toContain('sachet_dependency_up{dependency="queue"} 1');
    expect(metrics).toContain('sachet_dependency_up{dependency="images"} 1');
    expect(metrics).toMatch(/sachet_images_free_bytes [1-9]/);
    expect(metrics).toMatch(/sachet_database_connections\{state="total"\} [1-9]/);
    expect(metrics).toMatch(/sachet_ledger_wait_seconds_count [1-9]/);
  });

  test('metrics contain no user and no user content', async () => {
    const metrics = await readMetrics(server);
    expect(metrics).not.toMatch(/@|gen_|hold_|wal_|usr_/);
  });
});

test('requests of a purchase are counted by route', async () => {
  const metrics = await readMetrics('api');
  expect(metrics).toContain(
    'sachet_http_request_duration_seconds_count{method="POST",route="/api/unlock-image",status="200"} 1',
  );
});

test('the worker reports jobs, calls, their cost, lanes and holds of a bought picture', async () => {
  // The buyer may have the picture before the worker has counted its job.
  for (const line of [
    /^sachet_job_duration_seconds_count\{kind="unlock",outcome="done"\} 1$/m,
    /^sachet_provider_call_duration_seconds_count\{provider="\w+",purpose="final",outcome="ok"\} 1$/m,
    /^sachet_provider_cost_usd_total\{provider="\w+",purpose="final"\} 0\.\d*[1-9]/m,
    /^sachet_queue_jobs\{lane="openai-paid",state="waiting"\} 0$/m,
    /^sachet_queue_front_wait_seconds\{lane="money"\} 0$/m,
    /^sachet_ledger_holds\{state="open"\} 0$/m,
    /^sachet_ledger_holds\{state="overdue"\} 0$/m,
    /^sachet_auditor_findings 0$/m,
  ]) {
    await expect.poll(() => readMetrics('worker')).toMatch(line);
  }
});

test('the logs of API and worker name the request of a purchase', async () => {
  const ofPurchase = (server: 'api' | 'worker', message: string) =>
    readLog(server).filter(
      ({ msg, ...each }) => msg === message && each['requestId'] === requestId,
    );
  await expect
    .poll(() => ofPurchase('api', 'request'))
    .toMatchObject([{ route: '/api/unlock-image', status: 200 }]);
  await expect.poll(() => ofPurchase('worker', 'a provider call')).toHaveLength(1);
});

test("no log line has a user's address or token", () => {
  const text = readFileSync(open.stack.api.logFile, 'utf8');
  expect(text).toContain('"route":"/api/unlock-image"');
  expect(text).not.toContain(customer.email);
  expect(text).not.toContain('Bearer');
});

test('a request id from an untrusted caller is ignored', async () => {
  const answer = await send(`${open.stack.apiUrl}/healthz`, {
    headers: { 'x-request-id': 'chosen-by-a-stranger' },
  });
  expect(answer.headers.get('x-request-id')).not.toBe('chosen-by-a-stranger');
});

test('a request, its job and the provider call are one trace at the collector', async () => {
  // Spans are sent every five seconds, and at the end.
  await open.stack.worker.kill('SIGTERM');
  await open.stack.worker.start();
  await expect
    .poll(() => {
      const asked = spans.find(({ name }) => name === 'POST /api/unlock-image');
      const job = spans.find(({ name }) => name === 'job unlock');
      const call = spans.find(
        ({ name, parentSpanId }) => name.startsWith('ask ') && parentSpanId === job?.spanId,
      );
      return [
        job?.traceId === asked?.traceId,
        call?.traceId === asked?.traceId,
        asked !== undefined,
      ];
    })
    .toEqual([true, true, true]);
});
