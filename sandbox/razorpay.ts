/** A stand-in that speaks Razorpay's wire, closely enough that the real SDK cannot tell. */
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

/** The newest first, 10 unless more are asked for, at most 100. */
const page = <T>(all: T[], { count }: Request['query']): T[] =>
  all.toReversed().slice(0, Math.min(Number(count) || 10, 100));

/** What `api:slow` and `api:down` of an order do to a read of it. False when the client has gone. */
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
    const refunds = [...account.refunds.values()].filter(({ payment_id }) => payment_id === id);
    response.json(collection(page(refunds, query)));
  });
  return routes;
}

function apiRoutes(account: Account): Router {
  const routes = express.Router();
  routes.use(authenticated(account), express.json({ limit: '1mb' }));
  routes.use('/orders', orderRoutes(account));
  routes.use('/payments', paymentRoutes(account));
  routes.get('/refunds/:id', ({ params }, response) => {
    response.json(found(account.refunds, params.id));
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

/** `url` has no /v1: it is what the SDK's `api.rq.defaults.baseURL` is set to. */
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
