import { findOrder } from '@sachet/db/payments/orders';
import { found } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { toTopUp } from './top-up-answer.ts';

export const getTopUp = route('GET /api/top-up', {
  async handle({ deps, caller, query }) {
    const which = { gatewayOrderId: query.order, uid: caller.uid };
    const order = found(await findOrder(deps.db, which), 'order');
    return ok(await toTopUp(deps, order));
  },
});
