/** The queues' pages, read-only: bull-board behind the super-admin check. */
import { Router, type RequestHandler } from 'express';
import helmet from 'helmet';
import { admit } from '../identity/access.ts';
import { getAddress } from '../http/address.ts';
import { foreignContentSecurityPolicy } from '../http/content-security-policy.ts';
import type { Dependencies } from '../dependencies.ts';
import { onFirstUse } from '../http/on-first-use.ts';
import { readQueueSession } from './queue-session.ts';
import { Refusal } from '../http/refusal.ts';

export const queueBoardPath = '/api/admin/queues';

export function serveQueueBoard(deps: Dependencies): Router {
  const router = Router();
  router.use(readOnly, admitSession(deps), allowOwnBase(deps), stripRemoteFonts, redactAnswers);
  router.use(onFirstUse(() => loadBoard(deps)));
  return router;
}

/** Loaded on first use, because bull-board's packages contain a second copy of BullMQ. */
async function loadBoard(deps: Dependencies): Promise<RequestHandler> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const server = new ExpressAdapter();
  server.setBasePath(queueBoardPath);
  createBullBoard({
    queues: deps.queue.queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter: server,
    options: { uiConfig: { boardTitle: 'Sachet', environment: undefined } },
  });
  return server.getRouter() as RequestHandler;
}

const readOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Refusal('forbidden', 'The queues are read-only.');
  }
  next();
};

function admitSession(deps: Dependencies): RequestHandler {
  return async (request, response, next) => {
    const signer = deps.signers.queueSession;
    const caller = readQueueSession(request.get('cookie'), { signer, nowMs: Date.now() });
    if (!caller) {
      await deps.limits.consume('anonymous', getAddress(request), response);
      throw new Refusal('unauthenticated', 'Open the queues from the admin pages.');
    }
    await deps.limits.consume('admin', caller.uid, response);
    await admit(deps, 'super-admin', caller);
    response.set('Cache-Control', 'no-store');
    next();
  };
}

/** Allows the pages to set their own base address; the rest of the policy is unchanged. */
function allowOwnBase({ settings }: Dependencies): RequestHandler {
  const policy = foreignContentSecurityPolicy(settings);
  return helmet.contentSecurityPolicy({
    ...policy,
    directives: { ...policy.directives, baseUri: ["'self'"] },
  });
}

/** The pages use a font from another host, which the policy would block with an error in the console. */
const stripRemoteFonts: RequestHandler = (_request, response, next) => {
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    const isPage = typeof body === 'string' && /^<!doctype html>/i.test(body);
    const drop = (link: string) => (/href="https?:/.test(link) ? '' : link);
    return send(isPage ? body.replace(/<link [^<>]*>/g, drop) : body);
  };
  next();
};

const redactAnswers: RequestHandler = (_request, response, next) => {
  const json = response.json.bind(response);
  response.json = (body: unknown) => json(redact(body));
  next();
};

const longestShown = 300;
const address = /(?<![^\s"'<>@,:])[^\s"'<>@,:]+@[^\s"'<>@,]+\.[a-z]{2,}/gi;
const secret = /\b(?:sk|rzp|AIza|whsec)[-_A-Za-z0-9]{8,}|\bBearer +\S+|:\/\/[^/\s:@]+:[^/\s@]+@/g;

/**
 * Jobs contain ids and, for an invitation, an address; an error message can contain more. Job ids are shown
 * unchanged because the pages look jobs up by them.
 */
export function redact(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    if (key === 'id') return value;
    const clean = value.replace(secret, '[secret]').replace(address, '[address]');
    return clean.length > longestShown ? `${clean.slice(0, longestShown)}…` : clean;
  }
  if (Array.isArray(value)) return value.map((each) => redact(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, redact(each, name)]),
  );
}
