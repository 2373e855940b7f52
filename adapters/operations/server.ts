/**
 * A separate port of each process for its operators: liveness, readiness and metrics. Not for the internet:
 * it has no authentication.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, register } from 'prom-client';

export interface OperationsOptions {
  readonly host: string;
  readonly port: number;
  /** Whether this process should get work, with the reasons. */
  readonly isReady: () => Promise<{ readonly ok: boolean }>;
  /** Sets the gauges that need a query. A failed query leaves the previous value. */
  readonly refresh: readonly (() => Promise<void>)[];
}

export interface OperationsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Refuses more concurrent connections than a scraper and a health check need. */
const maxConnections = 32;

export async function serveOperations(options: OperationsOptions): Promise<OperationsServer> {
  collectDefaultMetrics();
  const readMetrics = shareCalls(async () => {
    await Promise.allSettled(options.refresh.map((each) => each()));
    return register.metrics();
  });
  const answer = async (path: string): Promise<[status: number, type: string, body: string]> => {
    switch (path) {
      case '/healthz':
        return [200, json, JSON.stringify({ ok: true })];
      case '/readyz': {
        const readiness = await options.isReady();
        return [readiness.ok ? 200 : 503, json, JSON.stringify(readiness)];
      }
      case '/metrics':
        return [200, register.contentType, await readMetrics()];
      default:
        return [404, 'text/plain', 'There is /healthz, /readyz and /metrics.\n'];
    }
  };
  const server = createServer((request, response) => {
    request.resume();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    answer(pathname).then(
      ([status, type, body]) => response.writeHead(status, { 'Content-Type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const json = 'application/json';

/** Callers that arrive during a call share its result. */
function shareCalls<T>(call: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => (asked ??= call().finally(() => (asked = undefined)));
}
