/** The HTTP layer: security headers, limits, routes, the built client, and one format of errors. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Express, type Request, type RequestHandler } from 'express';
import helmet from 'helmet';
import type { z } from 'zod';
import { findBrokenText } from '@sachet/shared/text/broken-text';
import type { ApiEnvironment } from '@sachet/shared/configuration/environment';
import { pages } from '@sachet/shared/pages';
import { admit } from './identity/access.ts';
import { getAddress } from './http/address.ts';
import { createAuthenticate, type Authenticate } from './identity/caller.ts';
import { sendClientPage } from './site/client-page.ts';
import { preferCompressed } from './http/compressed-files.ts';
import {
  contentSecurityPolicy,
  foreignContentSecurityPolicy,
} from './http/content-security-policy.ts';
import { createOpenApi } from './http/openapi.ts';
import type { Dependencies } from './dependencies.ts';
import { sendRobots, sendSecurityTxt, sendSitemap, setAddresses } from './site/for-robots.ts';
import type { Bucket } from './limits/rate-limits.ts';
import { onFirstUse } from './http/on-first-use.ts';
import { permissionsPolicy } from './http/permissions-policy.ts';
import { closeForeignShare, refuseForeignPhoto } from './studio/shared-photo.ts';
import { queueBoardPath, serveQueueBoard } from './admin/queue-board.ts';
import { answerWithError, Refusal } from './http/refusal.ts';
import { logRequests } from './http/request-log.ts';
import { readIdempotencyKey } from './http/idempotency-key.ts';
import type { Route } from './http/route.ts';
import { prefersAsync } from './http/waiting.ts';
import type { Access } from '@sachet/shared/operations/operation';
import { toClientConfig } from './site/config.ts';
import { routes } from './routes.ts';

const defaultBodyLimit = 100 * 1024;

export function createApp(deps: Dependencies): Express {
  const { settings, log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', settings.TRUSTED_PROXIES);
  app.set('query parser', 'simple');
  app.use(logRequests({ log, isBehindProxy: settings.TRUSTED_PROXIES > 0 }));
  app.use(
    helmet({
      contentSecurityPolicy: contentSecurityPolicy(settings),
      // Banks ask for passwords in windows that the payment sheet opens and receives messages from.
      crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      // The sign-in provider's key and the payment gateway may require the site's origin; full addresses,
      // some of them signed, are not sent.
      referrerPolicy: { policy: 'strict-origin' },
    }),
    setPermissionsPolicy(settings),
  );

  // While this process stops, a closed connection makes the client's next request reach another process.
  app.use((_request, response, next) => {
    if (deps.stopping.aborted) response.set('Connection', 'close');
    next();
  });
  const authenticate = createAuthenticate(deps);
  const exactPaths = new Map<string, express.Router>();
  app.use((request, response, next) => {
    const router = exactPaths.get(request.path);
    if (router) router(request, response, next);
    else next();
  });
  for (const each of routes) {
    const handlers: RequestHandler[] = [admitCaller(each, deps, authenticate)];
    if (each.body || each.bodyType) handlers.push(...readBody(each, deps));
    handlers.push(serve(each, deps));
    // Express tries patterns one after another, and a hundred tries take longer than a short request: each
    // path gets a router.
    const router = exactPaths.get(each.path) ?? express.Router();
    exactPaths.set(each.path, router[each.method](each.path, ...handlers));
    app[each.method](each.path, ...handlers);
  }
  app.use(queueBoardPath, serveQueueBoard(deps));
  app.use('/api', limitAnonymous(deps));
  // The document and its pages are created on first use: both take a tenth of the start-up time.
  let openApi: ReturnType<typeof createOpenApi> | undefined;
  const readOpenApi = () => (openApi ??= createOpenApi());
  app.get('/api/openapi.json', (_request, response) => void response.json(readOpenApi()));
  app.use(
    '/api/docs',
    helmet.contentSecurityPolicy(foreignContentSecurityPolicy(settings)),
    onFirstUse(() => loadDocs(readOpenApi())),
  );

  app.use('/api', (request) => {
    throw new Refusal(
      'not_found',
      `There is no ${request.method} ${request.baseUrl}${request.path}`,
    );
  });
  if (settings.WEB_FOLDER && existsSync(settings.WEB_FOLDER))
    serveClient(app, { settings, log, folder: settings.WEB_FOLDER });
  app.use(() => {
    throw new Refusal('not_found', 'Not found.');
  });
  app.use(answerWithError(log, { isStrict: settings.NODE_ENV !== 'production' }));
  return app;
}

/** The pages of the API documentation. */
async function loadDocs(openApi: ReturnType<typeof createOpenApi>): Promise<RequestHandler> {
  const { default: swaggerUi } = await import('swagger-ui-express');
  const show = swaggerUi.setup(openApi, { customSiteTitle: 'Sachet API' });
  return express.Router().use(swaggerUi.serve, show);
}

function setPermissionsPolicy(settings: ApiEnvironment): RequestHandler {
  const policy = permissionsPolicy(settings);
  return (_request, response, next) => {
    response.set('Permissions-Policy', policy);
    next();
  };
}

const buckets: Record<Access, Bucket> = {
  anyone: 'anonymous',
  'signed-in': 'user',
  'wallet-owner': 'user',
  'organization-admin': 'user',
  finance: 'admin',
  'super-admin': 'admin',
};

/** Limits requests to paths without a route. */
function limitAnonymous({ limits }: Dependencies): RequestHandler {
  return async (request, response, next) => {
    await limits.consume('anonymous', getAddress(request), response);
    next();
  };
}

/** The body is read only after the route has admitted it. */
function readBody(each: Route, deps: Dependencies): RequestHandler[] {
  const readers: RequestHandler[] = bodyReaders(each);
  if (!each.admitBody) return readers;
  const admitted: RequestHandler = async (request, response, next) => {
    const { caller } = response.locals;
    response.locals.bodyDone = await each.admitBody!({ deps, caller, request, response });
    next();
  };
  return [admitted, ...readers];
}

function bodyReaders({ bodyType = 'json', bodyLimit: limit = defaultBodyLimit }: Route) {
  switch (bodyType) {
    case 'json':
      return [requireJson, express.json({ limit })];
    case 'form':
      return [requireForm, express.urlencoded({ limit, extended: false })];
    case 'bytes':
      return [requireJson, express.raw({ limit, type: () => true, inflate: false })];
    case 'multipart':
    case 'csv':
      return [];
    default:
      return bodyType satisfies never;
  }
}

const requireJson = requireType('json', 'Send JSON: Content-Type: application/json.');
const requireForm = requireType(
  'urlencoded',
  'Send an HTML form (application/x-www-form-urlencoded).',
);

function requireType(type: string, message: string): RequestHandler {
  return (request, _response, next) => {
    if (request.is(type) === false) throw new Refusal('unsupported_media_type', message);
    next();
  };
}

/** Runs before the body is read: unknown or rate-limited callers must not make us parse 22 MB. */
function admitCaller(each: Route, deps: Dependencies, authenticate: Authenticate): RequestHandler {
  const { countedBy: bucket = buckets[each.access], weight = 1 } = each;
  const { ofUser, ofAddress } = deps.places;
  return async (request, response, next) => {
    const caller = each.access === 'anyone' ? null : await authenticate(request, response);
    let placesDone = () => {};
    if (bucket !== 'itself') {
      const who = caller?.uid ?? getAddress(request);
      await deps.limits.consume(bucket, who, response, weight);
      // Health checks never wait: a burst from the same address must not make this process look unhealthy.
      if (bucket !== 'probes') {
        placesDone = await (caller ? ofUser : ofAddress).enter(who, weight, response);
      }
    }
    const admin = await admit(deps, each.access, caller);
    response.locals = { caller, admin, placesDone };
    next();
  };
}

function serve(each: Route, deps: Dependencies): RequestHandler {
  return async (request, response) => {
    refuseBrokenText(request);
    const { caller, admin, placesDone, bodyDone = () => {} } = response.locals;
    const reply = await each.handle({
      deps,
      caller,
      admin,
      body: each.body && parse(each.body, request.body ?? {}),
      query: each.query && parse(each.query, request.query),
      key: readIdempotencyKey(request, each),
      isAsync: each.canRespondAsync === true && prefersAsync(request),
      request,
      response,
      bodyDone,
      placesDone,
    });
    if (!reply) return;
    response.status(reply.status).set({ 'Cache-Control': 'no-store', ...reply.headers });
    if (reply.body === undefined) return void response.end();
    // `response.json` is not used, because it would hash the body for the ETag of an answer that no cache may
    // store.
    const text = JSON.stringify(reply.body);
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
    });
    response.end(text);
  };
}

/** Headers need no check: HTTP carries no NUL, and the headers that we read have their own patterns. */
function refuseBrokenText({ params, query, body }: Request): void {
  for (const part of [params, query, body]) {
    const field = findBrokenText(part);
    if (field === null) continue;
    const message = 'This contains a character that can’t be stored.';
    throw new Refusal('invalid', message, field ? { field } : {});
  }
}

/** The message for a missing field whose schema has none; zod's own message would mention `undefined`. */
const toMissingMessage = ({ input }: { input?: unknown }): string | undefined =>
  input === undefined ? 'This field is required.' : undefined;

/** Parses the value. Throws `invalid` with the first issue and its field. */
function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: toMissingMessage });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const field = issue.path.join('.');
  throw new Refusal('invalid', issue.message, field ? { field } : {});
}

/** The headers that matter only for pages: 1.6 kB for each of a dozen files. */
const pageHeaders = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-XSS-Protection',
];

/** The client's files are scripts, styles, fonts and pictures, none of which a browser shows as a page. */
const dropPageHeaders: RequestHandler = (_request, response, next) => {
  for (const name of pageHeaders) response.removeHeader(name);
  next();
};

/** How long a browser may cache that a file of another release does not exist. */
const missingMaxAgeSeconds = 10;

function serveClient(
  app: Express,
  { settings, log, folder }: Pick<Dependencies, 'settings' | 'log'> & { folder: string },
): void {
  const { PUBLIC_URL: publicUrl } = settings;
  const config = toClientConfig(settings);
  const sendPage = sendClientPage({ folder, publicUrl, config, log });
  app.use(
    '/assets',
    dropPageHeaders,
    preferCompressed(join(folder, 'assets')),
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', redirect: false }),
    (_request, response) => {
      response.set('Cache-Control', `public, max-age=${missingMaxAgeSeconds}`);
      throw new Refusal('not_found', 'File not found.');
    },
  );
  app.use(
    preferCompressed(folder),
    express.static(folder, { index: false, maxAge: '5m', redirect: false }),
  );
  app.post('/share', refuseForeignPhoto);
  app.get('/', closeForeignShare);
  app.get('/robots.txt', sendRobots(publicUrl));
  app.get('/sitemap.xml', sendSitemap(publicUrl));
  const { supportEmail } = settings.COMPANY;
  app.get('/.well-known/security.txt', sendSecurityTxt(publicUrl, supportEmail));
  app.get(Object.values(pages), setAddresses(publicUrl), sendPage);
  // A person who mistyped an address gets the client, which links to the home page; missing files and API
  // calls get no page.
  app.get('/{*path}', (request, response, next) => {
    const wantsPage = request.get('accept')?.includes('text/html') && !request.path.includes('.');
    if (!wantsPage) return next();
    response.status(404);
    sendPage(request, response, next);
  });
}
