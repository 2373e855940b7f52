/**
 * Actions of a merchant on Razorpay's dashboard, and of banks: under `/dashboard`, as JSON, with the key's
 * basic auth. Not part of Razorpay's API.
 *
 * | request                                        | body                     | effect                         |
 * |------------------------------------------------|--------------------------|--------------------------------|
 * | `PUT /dashboard/webhook`                       | `{url}`, null for none   | sets the address of webhooks   |
 * | `GET /dashboard/deliveries`                    |                          | webhooks sent, oldest first    |
 * | `POST /dashboard/payments/:id/authorize`       |                          | a bank confirms a failed payment late |
 * | `POST /dashboard/payments/:id/dispute`         | `{amount?, deducted?}`   | a bank opens a dispute         |
 * | `POST /dashboard/disputes/:id/won`, `lost`, `closed` | `{deducted?}`      | ends the dispute               |
 * | `POST /dashboard/refunds/:id/processed`, `failed`, `reversed` |           | ends a refund; the last two also a processed one |
 * | `POST /dashboard/settlements`                  | `{before?}` Unix seconds | settles everything until `before`, by default until two days ago |
 */
import express, { type Request, type Router } from 'express';
import type { Account } from './razorpay-account.ts';
import { openDispute, resolveDispute } from './razorpay-disputes.ts';
import { badField } from './razorpay-errors.ts';
import { authorizeLate } from './razorpay-payments.ts';
import { resolveRefund } from './razorpay-refunds.ts';
import { settle } from './razorpay-settlements.ts';
import { collection, isRecord } from './razorpay-wire.ts';

const field = ({ body }: Request, name: string): unknown =>
  isRecord(body) ? body[name] : undefined;

export function dashboardRoutes(account: Account): Router {
  const routes = express.Router();
  routes.put('/webhook', (request, response) => {
    const url = field(request, 'url');
    if (url !== null && !(typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url))) {
      throw badField('url', 'The url format is invalid.');
    }
    account.webhooks.sendTo(url);
    response.json({ url });
  });
  routes.get('/deliveries', (_request, response) => {
    response.json(collection(account.webhooks.deliveries()));
  });
  routes.post('/payments/:id/authorize', ({ params }, response) => {
    response.json(authorizeLate(account, params.id));
  });
  routes.post('/payments/:id/dispute', (request, response) => {
    response.json(
      openDispute(account, request.params.id, {
        amount: field(request, 'amount'),
        deducted: field(request, 'deducted'),
      }),
    );
  });
  for (const outcome of ['won', 'lost', 'closed'] as const) {
    routes.post(`/disputes/:id/${outcome}`, (request, response) => {
      const deducted = field(request, 'deducted');
      response.json(resolveDispute(account, request.params.id, outcome, deducted));
    });
  }
  for (const outcome of ['processed', 'failed', 'reversed'] as const) {
    routes.post(`/refunds/:id/${outcome}`, ({ params }, response) => {
      response.json(resolveRefund(account, params.id, outcome));
    });
  }
  routes.post('/settlements', (request, response) => {
    const before = field(request, 'before');
    const settlement = settle(account, typeof before === 'number' ? before : undefined);
    response.json(collection(settlement ? [settlement] : []));
  });
  return routes;
}
