/** The queries of auditors, each time with other parameters. */
import type { Pool } from 'pg';
import { toEmail, team, toUid, toWalletId, type Seed } from './seed.ts';

export interface Question {
  readonly name: string;
  /** Milliseconds that 95 of 100 answers take at most; null for none set. */
  readonly targetMs: number | null;
  path(): string;
}

interface Sample {
  readonly wallet_id: string;
  readonly seq: number;
  readonly position: number;
  readonly generation_id: string | null;
  readonly hold_id: string | null;
  readonly payment_id: string | null;
  readonly recorded_at: Date;
}

export async function createQuestions(owner: Pool, { users, events }: Seed): Promise<Question[]> {
  const { rows } = await owner.query<Sample>(
    `select wallet_id, seq, position, generation_id, hold_id, payment_id, recorded_at
       from ledger_event tablesample bernoulli ($1)`,
    [Math.min(100, (100 * 5_000) / events)],
  );
  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const event = () => any(rows);
  const bought = rows.filter(({ generation_id }) => generation_id !== null);
  const held = rows.filter(({ hold_id }) => hold_id !== null);
  const paid = rows.filter(({ payment_id }) => payment_id !== null);
  const anybody = () => Math.floor(Math.random() * users);
  const individual = () => anybody() | 1;
  const member = () => Math.floor(anybody() / 50) * 50;
  const period = () => {
    const [from, to] = [event(), event()]
      .map(({ recorded_at }) => recorded_at)
      .sort((a, b) => a.getTime() - b.getTime());
    return `from=${from!.toISOString()}&to=${to!.toISOString()}`;
  };
  const short = () => {
    const { recorded_at: at } = event();
    return `from=${at.toISOString()}&to=${new Date(at.getTime() + 1_000).toISOString()}`;
  };
  const exactly = (rupees: number) => `amountFrom=${rupees}&amountTo=${rupees}`;
  const history = (name: string, query: () => string): Question => ({
    name,
    targetMs: 100,
    path: () => `/api/admin/ledger?${query()}`,
  });
  const people = (name: string, query: () => string): Question => ({
    name: `users: ${name}`,
    targetMs: 100,
    path: () => `/api/admin/users?${query()}`,
  });
  const asOf = (name: string, query: () => string): Question => ({
    name: `as of: ${name}`,
    targetMs: 20,
    path: () => `/api/admin/ledger/as-of?${query()}&at=${event().recorded_at.toISOString()}`,
  });
  return [
    history('first page', () => ''),
    history('any page', () => `before=${event().position}`),
    history('a wallet', () => `wallet=${toWalletId(individual())}`),
    history(
      'the largest wallet, any page',
      () => `wallet=${team.walletId}&before=${event().position}`,
    ),
    history('a person', () => `uid=${toUid(individual())}`),
    history('a member of the largest wallet', () => `uid=${toUid(member())}`),
    history('an organisation', () => `organization=${team.organizationId}`),
    history('a common kind', () => 'kind=HoldVoided'),
    history('rare kinds', () => 'kind=AdjustedByAdmin,TopUpDisputed'),
    history('a counter account', () => 'counterAccount=revenue:chat'),
    history('a rare counter account', () => 'counterAccount=adjustments'),
    history('an admin', () => `actor=admin:boss_${anybody() % 7}`),
    history(
      'an actor, any page',
      () => `actor=user:${toUid(anybody())}&before=${event().position}`,
    ),
    history('a generation', () => `reference=${any(bought).generation_id}`),
    history('a hold', () => `reference=${any(held).hold_id}`),
    history('a payment', () => `reference=${any(paid).payment_id}`),
    history('nothing of this name', () => `reference=nothing_${anybody()}`),
    history('an amount', () => exactly(1 + (anybody() % 4) + 0.25)),
    history('an amount that nobody paid', () => 'amountFrom=77777&amountTo=88888'),
    history('a period', period),
    history('a second', short),
    history('a period and a kind', () => `${period()}&kind=HoldCaptured`),
    history(
      'a period, an account and an amount',
      () => `${period()}&counterAccount=revenue:image&amountFrom=4.5`,
    ),
    history('a period of the largest wallet', () => `${period()}&wallet=${team.walletId}`),
    history('a period and an actor who did nothing', () => `${period()}&actor=nobody`),
    {
      name: 'an event',
      targetMs: 100,
      path() {
        const { wallet_id, seq } = event();
        return `/api/admin/ledger/event?wallet=${wallet_id}&seq=${seq}`;
      },
    },
    asOf('any wallet', () => `wallet=${toWalletId(individual())}`),
    asOf('the largest wallet', () => `wallet=${team.walletId}`),
    asOf('the largest wallet, by effect', () => `wallet=${team.walletId}&time=effective`),
    people('first page', () => ''),
    people('search by e-mail', () => `q=${encodeURIComponent(toEmail(anybody()))}`),
    people(
      'search by part of an e-mail',
      () => `q=${encodeURIComponent(`bench${anybody() % 97}.t`)}`,
    ),
    people('search by uid', () => `q=${toUid(anybody())}`),
    people('search by end of a phone number', () => `q=${String(anybody()).padStart(6, '0')}`),
    people('search for nobody', () => 'q=nobody-is-called-so'),
    people('organisations, enabled', () => 'account=organization&status=enabled'),
    { name: 'trial balance', targetMs: null, path: () => '/api/admin/ledger/trial-balance' },
    { name: 'metrics', targetMs: null, path: () => '/api/admin/metrics' },
  ];
}
