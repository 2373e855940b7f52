/**
 * Records each request: an id for the caller and all log lines, one log line at the end, its duration and its
 * trace. The line names the declared route, because addresses contain ids of people and some secrets.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestSeconds } from '@sachet/adapters/operations/metrics';
import { runInRequest, toRequestId } from '@sachet/adapters/operations/request-context';
import { beginSpan, failSpan, type TraceCarrier } from '@sachet/adapters/operations/tracing';

/** Whether the route is requested every few seconds or with every page. */
const isQuiet = (route: string) => /^\/(?:healthz|readyz|assets)$/.test(route);

export function logRequests({
  log,
  isBehindProxy,
}: {
  log: Logger;
  /** Whether our own proxy is in front, so that its headers can be trusted. */
  isBehindProxy: boolean;
}): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now();
    const requestId = toRequestId(isBehindProxy ? request.get('X-Request-Id') : undefined);
    response.set('X-Request-Id', requestId);
    const from = isBehindProxy ? readTrace(request) : {};
    const { method } = request;
    runInRequest({ requestId }, () =>
      beginSpan({ name: method, kind: 'SERVER', from }, (span) => {
        response.once('close', () => {
          const ms = performance.now() - startedMs;
          const route = toRoute(request);
          const status = response.writableFinished ? response.statusCode : 499;
          if (!isEventStream(response)) {
            requestSeconds.observe({ method, route, status }, ms / 1_000);
          }
          log[isQuiet(route) ? 'debug' : 'info'](
            { requestId, method, route, status, ms: Math.round(ms) },
            'request',
          );
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) failSpan(span);
          span.end();
        });
        next();
      }),
    );
  };
}

function readTrace(request: Request): TraceCarrier {
  const traceparent = request.get('traceparent');
  return traceparent === undefined ? {} : { traceparent };
}

const isEventStream = (response: Response) =>
  String(response.getHeader('Content-Type') ?? '').startsWith('text/event-stream');

/** The set of labels is fixed, because each label is a time series. */
function toRoute(request: Request): string {
  const declared: unknown = request.route?.path;
  if (typeof declared === 'string' && declared !== '/{*path}') return request.baseUrl + declared;
  const { pathname } = new URL(request.originalUrl, 'http://localhost');
  if (pathname.startsWith('/assets/')) return '/assets';
  return pathname.startsWith('/api/') ? '/api/*' : '/*';
}
