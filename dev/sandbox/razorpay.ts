/** A stand-in that implements Razorpay's API, closely enough that the real SDK works with it. */
import { timingSafeEqual } from 'node:crypto';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type Response,
  type Router,
} from 'express';
import { checkoutRoutes } from './checkout.ts';
import { isTooLarge, listen, pause, type Running } from './http.ts';
import {
  createAccount,
  found,
  markersFor,
  notesFrom,
  findPayments,
  type Account,
  type RazorpayOptions,
} from './razorpay-account.ts';
import { dashboardRoutes } from './razorpay-dashboard.ts';
import {
  authenticationFailed,
  gatewayDown,
  Refused,
  serverError,
  tooLarge,
  unknownUrl,
  unreadable,
} from './razorpay-errors.ts';
import { createOrder } from './razorpay-orders.ts';
import { capturePayment } from './razorpay-payments.ts';
import { createRefund } from './razorpay-refunds.ts';
import { reconciliation } from './razorpay-settlements.ts';
import { collection, isRecord } from './razorpay-wire.ts';

const sameText = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

function authenticated({ keyId, keySecret }: Account) {
  return (request: Request, _response: Response, next: NextFunction) => {
    const [, encoded = ''] = /^Basic (\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
    const given = Buffer.from(encoded, 'base64').toString();
    if (!sameText(given, `${keyId}:${keySecret}`)) throw authenticationFailed();
    next();
  };
}

const getBody = ({ body }: Request) => (isRecord(body) ? body : {});

/** A page of a list, newest first: optionally of a period, 10 per page by default, at most 100. */
function page<T extends { created_at: number }>(all: Iterable<T>, query: Request['query']): T[] {
  const number = (name: string, usual: number) => Number(query[name] ?? usual) || usual;
  const skip = number('skip', 0);
  return [...all]
    .reverse()
    .filter(
      ({ created_at }) =>
        created_at >= number('from', 0) && created_at <= number('to', Number.MAX_SAFE_INTEGER),
    )
    .slice(skip, skip + Math.min(number('count', 10), 100));
}

/** Applies an order's `api:slow` and `api:down` to a read of it. False if the client has disconnected. */
async function mayRead(account: Account, orderId: string, response: Response): Promise<boolean> {
  const { api } = markersFor(account, orderId);
  if (api.slowMs > 0 && !(await pause(api.slowMs, response))) return false;
  const record = account.orders.get(orderId);
  if (record && record.failedReads < api.downFirst) {
    record.failedReads += 1;
    throw gatewayDown();
  }
  return true;
}

function orderRoutes(account: Account): Router {
  const routes = express.Router();
  const orders = () => [...account.orders.values()].map(({ order }) => order);
  routes.post('/', (request, response) => {
    response.json(createOrder(account, getBody(request)));
  });
  routes.get('/', ({ query }, response) => {
    const wanted = orders().filter(
      ({ receipt }) => query.receipt === undefined || receipt === query.receipt,
    );
    response.json(collection(page(wanted, query)));
  });
  routes.get('/:id', async ({ params }, response) => {
    const { order } = found(account.orders, params.id);
    if (await mayRead(account, order.id, response)) response.json(order);
  });
  routes.patch('/:id', (request, response) => {
    const { order } = found(account.orders, request.params.id);
    order.notes = notesFrom(getBody(request).notes);
    response.json(order);
  });
  routes.get('/:id/payments', async ({ params }, response) => {
    const { order } = found(account.orders, params.id);
    if (!(await mayRead(account, order.id, response))) return;
    response.json(collection(findPayments(account, order.id)));
  });
  return routes;
}

function paymentRoutes(account: Account): Router {
  const routes = express.Router();
  const findRefunds = (paymentId: string) =>
    [...account.refunds.values()].filter(({ payment_id }) => payment_id === paymentId);
  routes.get('/', ({ query }, response) => {
    response.json(collection(page(account.payments.values(), query)));
  });
  routes.get('/:id', async ({ params }, response) => {
    const payment = found(account.payments, params.id);
    if (await mayRead(account, payment.order_id, response)) response.json(payment);
  });
  routes.post('/:id/capture', (request, response) => {
    response.json(capturePayment(account, request.params.id, getBody(request)));
  });
  routes.post('/:id/refund', (request, response) => {
    const key = request.get('x-refund-idempotency');
    response.json(createRefund(account, request.params.id, getBody(request), key));
  });
  routes.get('/:id/refunds', ({ params, query }, response) => {
    const { id } = found(account.payments, params.id);
    response.json(collection(page(findRefunds(id), query)));
  });
  routes.get('/:id/refunds/:refund', ({ params }, response) => {
    const refund = found(account.refunds, params.refund);
    response.json(found(new Map(findRefunds(params.id).map((one) => [one.id, one])), refund.id));
  });
  return routes;
}

function apiRoutes(account: Account): Router {
  const routes = express.Router();
  routes.use(authenticated(account), express.json({ limit: '1mb' }));
  routes.use('/orders', orderRoutes(account));
  routes.use('/payments', paymentRoutes(account));
  routes.get('/refunds', ({ query }, response) => {
    response.json(collection(page(account.refunds.values(), query)));
  });
  routes.get('/refunds/:id', ({ params }, response) => {
    response.json(found(account.refunds, params.id));
  });
  routes.get('/disputes', ({ query }, response) => {
    response.json(collection(page(account.disputes.values(), query)));
  });
  routes.get('/disputes/:id', ({ params }, response) => {
    response.json(found(account.disputes, params.id));
  });
  routes.get('/settlements/recon/combined', ({ query }, response) => {
    response.json(collection(reconciliation(account, query)));
  });
  routes.get('/settlements', ({ query }, response) => {
    response.json(collection(page(account.settlements.values(), query)));
  });
  routes.get('/settlements/:id', ({ params }, response) => {
    response.json(found(account.settlements, params.id));
  });
  return routes;
}

function toRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (isTooLarge(error)) return tooLarge();
  if (error instanceof SyntaxError) return unreadable();
  console.error('Razorpay sandbox:', error);
  return serverError();
}

function razorpayApp(account: Account): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(checkoutRoutes(account));
  app.use(
    '/dashboard',
    authenticated(account),
    express.json({ limit: '1mb' }),
    dashboardRoutes(account),
  );
  app.use('/v1', apiRoutes(account));
  app.use(() => {
    throw unknownUrl();
  });
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (response.headersSent) return void response.destroy();
    const { status, error: body } = toRefusal(error);
    response.status(status).json({ error: body });
  });
  return app;
}

/** `url` has no /v1: it is the value for the SDK's `api.rq.defaults.baseURL`. */
export async function startRazorpaySandbox(options: RazorpayOptions = {}): Promise<Running> {
  const account = createAccount(options);
  const { url, close } = await listen(razorpayApp(account), options.port ?? 0);
  return {
    url,
    close() {
      account.close();
      return close();
    },
  };
}
