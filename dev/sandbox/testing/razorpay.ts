/** The stand-in, a merchant's client of it and a receiver of its webhooks, for the tests of this folder. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startRazorpaySandbox } from '../razorpay.ts';
import type { RazorpayOptions } from '../razorpay-account.ts';
import { isRecord } from '../razorpay-wire.ts';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- wire

const keyId = 'rzp_test_sandbox';
const keySecret = 'sandbox-razorpay-secret';

type Answer = { status: number; body: Json };

async function toAnswer(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  return { status: response.status, body: isRecord(body) ? body : {} };
}

export async function startMerchant(options: RazorpayOptions = {}) {
  const events: string[] = [];
  const server: Server = createServer(async (request, response) => {
    events.push(String((JSON.parse(await text(request)) as Json).event));
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const { url, close } = await startRazorpaySandbox({ webhookUrl, firstRetryMs: 1, ...options });
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    toAnswer(
      await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  const order = async (sandbox = '', more: Json = {}): Promise<Json> => {
    const notes = sandbox ? { sandbox } : {};
    const { body } = await call('POST', '/v1/orders', {
      amount: 50_000,
      currency: 'INR',
      notes,
      ...more,
    });
    return body;
  };
  const tryToPay = (orderId: string, outcome = 'success', more: Json = {}) =>
    call('POST', '/checkout/payments', {
      key_id: keyId,
      order_id: orderId,
      method: 'upi',
      outcome,
      ...more,
    });
  const paid = async (sandbox = '', more: Json = {}) => {
    const { id } = await order(sandbox, more);
    await tryToPay(id);
    const { body } = await call('GET', `/v1/orders/${id}/payments`);
    return body.items[0] as Json;
  };
  return {
    url,
    call,
    get: async (path: string) => (await call('GET', path)).body,
    order,
    tryToPay,
    paid,
    events: () => events,
    async close() {
      await close();
      server.closeAllConnections();
      server.close();
    },
  };
}
