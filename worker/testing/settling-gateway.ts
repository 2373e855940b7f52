// A gateway over HTTP with the payments, refunds and settlement report of a test.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentGateway } from '@sachet/adapters/payments/gateway';
import { createRazorpay } from '@sachet/adapters/payments/razorpay';
import { keySecret, webhookSecret } from '../../api/testing/payments.ts';
import type { Entry } from '../../dev/sandbox/razorpay-settlements.ts';

/** The compared fields of an item of the report. */
export type ReportedEntry = Pick<
  Entry,
  | 'entity_id'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'fee'
  | 'tax'
  | 'currency'
  | 'on_hold'
  | 'created_at'
  | 'settled_at'
  | 'settlement_id'
  | 'settlement_utr'
  | 'payment_id'
  | 'dispute_id'
> & { readonly type: Entry['type'] | 'reserve' };

export interface SettlingGateway {
  /** The real client, connected to this gateway. */
  readonly client: PaymentGateway;
  /** Payments and refunds by id. */
  readonly entities: Map<string, object>;
  close(): void;
}

/** `readReport` returns the items of a page; null breaks the connection. */
export async function startSettlingGateway(
  readReport: (page: { day: string; count: number; skip: number }) => ReportedEntry[] | null,
): Promise<SettlingGateway> {
  const entities = new Map<string, object>();
  function answer(url: URL): object | null {
    if (!url.pathname.endsWith('/settlements/recon/combined')) {
      const [id = '', list] = url.pathname.split('/').slice(3);
      if (list !== 'refunds') return entities.get(id) ?? null;
      const ofPayment = [...entities.values()].filter(
        (each) => 'payment_id' in each && each.payment_id === id && !('amount_deducted' in each),
      );
      return { items: ofPayment };
    }
    const part = (name: string) => url.searchParams.get(name)!.padStart(2, '0');
    const items = readReport({
      day: `${part('year')}-${part('month')}-${part('day')}`,
      count: Number(part('count')),
      skip: Number(part('skip')),
    });
    return items && { items };
  }
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url!, 'http://gateway'));
    if (found === null) return void response.destroy();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    entities,
    client: createRazorpay({
      keyId: 'rzp_test_1',
      keySecret,
      webhookSecret,
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs: 60_000,
    }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
