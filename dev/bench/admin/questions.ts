/** The queries of the admin pages, with other parameters each time. */
import type { Pool } from 'pg';
import { ledgerTokens } from '@sachet/api/ledger/ledger';
import { AdminLedgerFilter } from '@sachet/shared/ledger/contracts/admin-ledger';
import { memberCount, team, toUid, toWalletId } from '../finance/year.ts';
import type { Question } from './pages.ts';
import { organizationId, toEmail } from './people.ts';

interface Sample {
  readonly wallet_id: string;
  readonly seq: number;
  readonly position: number;
  readonly generation_id: string | null;
  readonly hold_id: string | null;
  readonly payment_id: string | null;
  readonly recorded_at: Date;
}

export async function createQuestions(
  owner: Pool,
  { users, events }: { users: number; events: number },
): Promise<Question[]> {
  const { rows } = await owner.query<Sample>(
    `select wallet_id, seq, position, generation_id, hold_id, payment_id, recorded_at
       from ledger_event tablesample bernoulli ($1)`,
    [Math.min(100, (100 * 5_000) / events)],
  );
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const event = () => pick(rows);
  const referenceIn = (column: 'generation_id' | 'hold_id' | 'payment_id') => {
    const some = rows.filter((row) => row[column] !== null);
    return () => `reference=${pick(some)[column]}`;
  };
  const [generation, hold, payment] = (['generation_id', 'hold_id', 'payment_id'] as const).map(
    referenceIn,
  );
  const user = () => Math.floor(Math.random() * users);
  const period = () => {
    const [from, to] = [event(), event()]
      .map(({ recorded_at }) => recorded_at)
      .sort((a, b) => a.getTime() - b.getTime());
    return `from=${from!.toISOString()}&to=${to!.toISOString()}`;
  };
  const ask = (
    area: string,
    targetMs: number | null,
    questions: Record<string, () => string>,
  ): Question[] =>
    Object.entries(questions).map(([name, query]) => ({
      name: `${area}: ${name}`,
      targetMs,
      path: () => `/api/admin/${area}${query()}`,
    }));
  const amount = () => {
    const rupees = 25 + (user() % 25);
    return `amountFrom=${rupees}&amountTo=${rupees}`;
  };
  const at = () => `&at=${event().recorded_at.toISOString()}`;
  const anyPage = (filter: Record<string, string>) => {
    const after = ledgerTokens.write(event().position, AdminLedgerFilter.parse(filter))!;
    return `?${new URLSearchParams({ ...filter, after })}`;
  };
  return [
    ...ask('ledger', 100, {
      'first page': () => '',
      'any page': () => anyPage({}),
      'a wallet': () => `?wallet=${toWalletId(user())}`,
      'the largest wallet, any page': () => anyPage({ wallet: team }),
      'a person': () => `?uid=${toUid(user())}`,
      'a member of the largest wallet': () => `?uid=member_${user() % memberCount}`,
      'an organization': () => `?organization=${organizationId}`,
      'a common kind': () => '?kind=HoldVoided',
      'rare kinds': () => '?kind=AdjustedByAdmin,TopUpDisputed',
      'a counter account': () => '?counterAccount=revenue:chat',
      'a rare counter account': () => '?counterAccount=adjustments',
      'an admin': () => `?actor=admin:boss_${user() % 7}`,
      'an actor, any page': () => anyPage({ actor: `user:${toUid(user())}` }),
      'a generation': () => `?${generation!()}`,
      'a hold': () => `?${hold!()}`,
      'a payment': () => `?${payment!()}`,
      'an unknown reference': () => `?reference=nothing_${user()}`,
      'an amount': () => `?${amount()}`,
      'an amount of no payment': () => '?amountFrom=77777&amountTo=88888',
      'a period': () => `?${period()}`,
      'a period and a kind': () => `?${period()}&kind=HoldCaptured`,
      'a period, an account and an amount': () =>
        `?${period()}&counterAccount=revenue:image&amountFrom=45`,
      'a period of the largest wallet': () => `?${period()}&wallet=${team}`,
      'a period and an unknown actor': () => `?${period()}&actor=nobody`,
    }),
    ...ask('ledger/event', 100, {
      'of any wallet': () => {
        const { wallet_id: wallet, seq } = event();
        return `?wallet=${wallet}&seq=${seq}`;
      },
    }),
    ...ask('ledger/as-of', 20, {
      'any wallet': () => `?wallet=${toWalletId(user())}${at()}`,
      'the largest wallet': () => `?wallet=${team}${at()}`,
      'the largest wallet, by effect': () => `?wallet=${team}&time=effective${at()}`,
    }),
    ...ask('users', 100, {
      'first page': () => '',
      'search by e-mail': () => `?q=${encodeURIComponent(toEmail(user()))}`,
      'search by part of an e-mail': () => `?q=${encodeURIComponent(`bench${user() % 97}.t`)}`,
      'search by uid': () => `?q=${toUid(user())}`,
      'search by end of a phone number': () => `?q=${String(user()).padStart(6, '0')}`,
      'search without result': () => '?q=nobody-is-called-so',
      'organizations, enabled': () => '?account=organization&status=enabled',
    }),
    ...ask('ledger/trial-balance', null, { 'of everything': () => '' }),
    ...ask('metrics', null, { 'of everything': () => '' }),
  ];
}
