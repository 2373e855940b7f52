/** Many people, their accounts, and the events of their wallets. */
import type { Pool } from 'pg';
import type { Command } from '@sachet/shared/ledger/command';
import { createLedger } from '@sachet/db/ledger/ledger';
import { nextHoldId } from '../writers/writer.ts';

export interface Seed {
  readonly users: number;
  readonly events: number;
}

export const team = { organizationId: 'org_bench', walletId: 'wal_bench_team' };
export const toUid = (user: number) => `bench${String(user).padStart(20, '0')}`;
export const toWalletId = (user: number) => `wal_${String(user).padStart(11, '0')}`;
export const toEmail = (user: number) => `person.${user}@bench${user % 97}.test`;
const toPhone = (user: number) => `+9198${String(user).padStart(8, '0')}`;

/** One in fifty is a member of the one large organisation. */
const isMember = (user: number) => user % 50 === 0;
const walletPaidFrom = (user: number) => (isMember(user) ? team.walletId : toWalletId(user));

export async function seedPeople(owner: Pool, { users }: Seed): Promise<void> {
  const { organizationId, walletId } = team;
  await owner.query(`insert into organization (id, name) values ($1, 'Bench and Sons')`, [
    organizationId,
  ]);
  await owner.query(
    `insert into wallet (id, owner_kind, owner_id) values ($1, 'organization', $2)`,
    [walletId, organizationId],
  );
  const each = Array.from({ length: users }, (_, user) => user);
  await owner.query(
    `insert into wallet (id, owner_kind, owner_id)
     select w, 'user', u from unnest($1::text[], $2::text[]) as t (w, u)`,
    [each.map(toWalletId), each.map(toUid)],
  );
  await owner.query(
    `insert into user_profile (uid, account_type, organization_id, wallet_id, first_name, last_name,
       phone_number, email, email_verified, created_at)
     select u, case when o is null then 'individual' else 'organization' end, o, w,
            'Person', 'No ' || n, phone, email, true, now() - n * interval '1 minute'
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[])
         as t (u, w, o, phone, email, n)`,
    [
      each.map(toUid),
      each.map(walletPaidFrom),
      each.map((user) => (isMember(user) ? organizationId : null)),
      each.map(toPhone),
      each.map(toEmail),
      each,
    ],
  );
}

/** Their accounts, in the emulator. */
export async function seedAccounts(
  { host, projectId }: { host: string; projectId: string },
  { users }: Seed,
): Promise<void> {
  const path = `identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:batchCreate`;
  for (let from = 0; from < users; from += 1000) {
    const size = Math.min(1000, users - from);
    const accounts = Array.from({ length: size }, (_, i) => ({
      localId: toUid(from + i),
      email: toEmail(from + i),
      phoneNumber: toPhone(from + i),
    }));
    const answer = await fetch(`http://${host}/${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ users: accounts }),
    });
    if (!answer.ok) throw new Error(`accounts: ${answer.status} ${await answer.text()}`);
    const { error } = (await answer.json()) as { error?: object[] };
    if (error?.length) throw new Error(`accounts: ${JSON.stringify(error[0])}`);
  }
}

const callers = 512;

/**
 * Everybody's bonus, then purchases: holds that are captured, one in ten voided, and charges; one in a
 * thousand is an admin's adjustment. The organisation's wallet has a fifth of all events.
 */
export async function seedEvents(appUrl: string, { users, events }: Seed): Promise<void> {
  const ledger = createLedger({ connectionString: appUrl });
  let left = events;
  const append = async (command: Command): Promise<void> => {
    if (left === 0) return;
    left -= 1;
    const outcome = await ledger.append(command);
    if (!outcome.ok) throw new Error(`${command.type}: ${outcome.refusal}`);
  };
  await append(topUp(team.walletId, 1_000_000_000));
  let next = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < users) {
        const user = next++;
        if (!isMember(user)) await append(topUp(toWalletId(user), 10_000_00));
      }
    }),
  );
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      for (let i = caller; left > 0; i += callers) await purchase(append, i, users);
    }),
  );
  await ledger.close();
}

const topUp = (walletId: string, amountPaise: number): Command => ({
  type: 'CreditTopUp',
  walletId,
  idempotencyKey: 'topup',
  actor: 'gateway:razorpay',
  amountPaise,
  orderId: `ord_${walletId}`,
  paymentId: `pay_${walletId}`,
});

async function purchase(
  append: (command: Command) => Promise<void>,
  i: number,
  users: number,
): Promise<void> {
  // Consecutive events belong to different wallets; every fifth to the organisation's.
  const scattered = (i * 7919) % users;
  const user = i % 5 === 0 ? scattered - (scattered % 50) : scattered;
  const walletId = walletPaidFrom(user);
  const name = nextHoldId();
  if (i % 1000 === 999) {
    const actor = `admin:boss_${i % 7}`;
    const key = `adjust:${name}`;
    return append({
      type: 'AdjustByAdmin',
      walletId,
      idempotencyKey: key,
      actor,
      amountPaise: 100 + (i % 900),
      reason: 'a correction',
    });
  }
  const spending = {
    walletId,
    actor: `user:${toUid(user)}`,
    amountPaise: 100 + (i % 400),
    tool: i % 3 === 0 ? 'chat' : 'image',
    memberUid: toUid(user),
    generationId: name,
  } as const;
  if (i % 7 === 0) {
    return append({ ...spending, type: 'Charge', idempotencyKey: `charge:${name}` });
  }
  const hold = { ...spending, type: 'PlaceHold', holdId: name, expiresAtMs: Date.now() + 600_000 };
  await append({ ...hold, idempotencyKey: `hold:${name}` } as Command);
  const end = { walletId, actor: 'worker', holdId: name };
  return append(
    i % 10 === 3
      ? { ...end, type: 'VoidHold', idempotencyKey: `void:${name}` }
      : { ...end, type: 'CaptureHold', idempotencyKey: `capture:${name}` },
  );
}
