import { z } from 'zod';
import { findOrder } from '@sachet/db/payments/orders';
import { TopUp } from '@sachet/shared/contracts/payment';
import { found } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toTopUp } from './top-up-answer.ts';

export const getTopUp = route({
  method: 'get',
  path: '/api/top-up',
  access: 'signed-in',
  summary: "The status of the caller's order, by its gateway id.",
  query: z.object({ order: z.string().min(1).max(60) }),
  answers: { 200: TopUp },
  async handle({ deps, caller, query }) {
    const which = { gatewayOrderId: query.order, uid: caller.uid };
    const order = found(await findOrder(deps.db, which), 'order');
    return ok(await toTopUp(deps, order));
  },
});
