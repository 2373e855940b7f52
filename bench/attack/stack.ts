/** The product with all stand-ins, paying users and attackers. */
import { randomInt } from 'node:crypto';
import { createKysely, createPool } from '@sachet/db/connect';
import { createLedger } from '@sachet/db/ledger/ledger';
import type { Child } from '../../local/children.ts';
import { sandboxRazorpayKeys } from '../../local/environment.ts';
import { signInByPhone } from '../../local/sign-in.ts';
import { createProfile, withServers } from '../servers.ts';

export interface AttackStack {
  readonly apiUrl: string;
  readonly api: Child;
  readonly worker: Child;
  /** A new user with the bonus and a top-up of `rupees`. */
  person(rupees?: number, account?: object): Promise<Person>;
  stop(): Promise<void>;
}

export interface Person {
  readonly headers: { readonly authorization: string; readonly 'x-forwarded-for': string };
  readonly walletId: string;
}

export function startAttackStack(databaseUrl: string): Promise<AttackStack> {
  return withServers(databaseUrl, async (servers) => {
    const sandbox = await servers.startSandbox({
      SANDBOX_REUSES_PICTURES: '1',
      SANDBOX_LATENCY_MS: '2000',
    });
    const env = {
      ...sandbox.env,
      ...sandboxRazorpayKeys,
      RAZORPAY_BASE_URL: sandbox.razorpayUrl,
      SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'Sachet <no-reply@sachet.test>',
      // Each person has their own network, so that limits by network do not end the attacks.
      TRUSTED_PROXIES: '1',
    };
    let networks = 0;
    const worker = await servers.start('worker', env);
    const api = await servers.start<{ url: string }>('api', env);
    const db = createKysely(createPool(databaseUrl, { max: 2 }));
    servers.alsoStop(() => db.destroy());
    const ledger = createLedger({ connectionString: databaseUrl });
    servers.alsoStop(() => ledger.close());
    const apiUrl = api.ready.url;
    const { host, projectId } = servers.emulator;
    return {
      apiUrl,
      api,
      worker,
      async person(rupees = 0, account) {
        const phone = `+9198${randomInt(10_000_000, 100_000_000)}`;
        const { token } = await signInByPhone(host, projectId, phone);
        const headers = await createProfile(apiUrl, token, account);
        const answer = await fetch(`${apiUrl}/api/wallet`, { headers });
        const { walletId } = (await answer.json()) as { walletId: string };
        if (rupees > 0) {
          const paymentId = `pay_${walletId}`;
          const outcome = await ledger.append({
            type: 'CreditTopUp',
            walletId,
            idempotencyKey: `topup:${paymentId}`,
            actor: 'gateway',
            amountPaise: 100 * rupees,
            orderId: `ord_${walletId}`,
            paymentId,
          });
          if (!outcome.ok) throw new Error(`top-up refused: ${outcome.refusal}`);
        }
        networks += 1;
        const from = `10.${networks >> 8}.${networks & 255}.1`;
        return { headers: { ...headers, 'x-forwarded-for': from }, walletId };
      },
    };
  });
}
