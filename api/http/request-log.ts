/**
 * What is told of each request: its id to the caller and to every line of the log, a line when it has
 * ended, its time, and its trace. The line names the route as it is declared: addresses hold ids of
 * people, and some are secrets.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { requestSeconds } from '@sachet/operations/metrics';
import { runInRequest, toRequestId } from '@sachet/operations/request-context';
import { beginSpan, failSpan, type TraceCarrier } from '@sachet/operations/tracing';

/** For what is asked every few seconds, or with every page. */
const isQuiet = (route: string) => /^\/(?:healthz|readyz|assets)$/.test(route);

export function logRequests({
  log,
  isBehindProxy,
}: {
  log: Logger;
  /** Whether a proxy of ours is in front: what it says of the request is believed. */
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

/** Few, whatever is asked: each is a time series. */
function toRoute(request: Request): string {
  const declared: unknown = request.route?.path;
  if (typeof declared === 'string' && declared !== '/{*path}') return request.baseUrl + declared;
  const { pathname } = new URL(request.originalUrl, 'http://localhost');
  if (pathname.startsWith('/assets/')) return '/assets';
  return pathname.startsWith('/api/') ? '/api/*' : '/*';
}
