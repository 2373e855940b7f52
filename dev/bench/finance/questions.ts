/** The queries of the finance pages, with other days, payments and pictures each time. */
import type { Pool } from 'pg';
import { addDays } from '@sachet/shared/time';
import type { Question } from '../admin/pages.ts';
import { settledAfterDays, toUtr } from './report-lines.ts';
import { team, type Plan } from './year.ts';

interface Sample {
  readonly wallet_id: string;
  readonly seq: number;
  readonly generation_id: string | null;
  readonly payment_id: string | null;
}

const charges = `kind in ('Charged', 'HoldCaptured')`;
const topUps = `kind = 'TopUpCredited'`;

export async function createFinanceQuestions(
  owner: Pool,
  { plan, events }: { plan: Plan; events: number },
): Promise<Question[]> {
  const sample = async (which: string): Promise<Sample[]> => {
    const { rows } = await owner.query<Sample>(
      `select wallet_id, seq, generation_id, payment_id
         from ledger_event tablesample bernoulli ($1) where ${which}`,
      [Math.min(100, (100 * 20_000) / events)],
    );
    if (rows.length === 0) throw new Error(`no events of ${which}`);
    return rows;
  };
  const [bought, paid] = [await sample(charges), await sample(topUps)];
  const { rows: teams } = await owner.query<Sample & { is_charge: boolean }>(
    `select wallet_id, seq, generation_id, payment_id, ${charges} as is_charge
       from ledger_event where wallet_id = $1 and (${charges} or ${topUps})
      order by random() limit 2000`,
    [team],
  );
  const teamBought = teams.filter(({ is_charge: isCharge }) => isCharge);
  const teamPaid = teams.filter(({ is_charge: isCharge }) => !isCharge);

  const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  const quietDays = plan.days.slice(0, -15).filter((day) => day !== plan.busyDay);
  const aPeriod = (days: number) => {
    const froms = plan.days
      .slice(0, plan.days.length + 1 - days)
      .filter((from) => plan.busyDay < from || addDays(from, days - 1) < plan.busyDay);
    const from = any(froms);
    return `from=${from}&to=${addDays(from, days - 1)}`;
  };
  const question = (name: string, targetMs: number, path: () => string): Question => ({
    name,
    targetMs,
    path: () => `/api/admin/${path()}`,
  });
  const event = ({ wallet_id: walletId, seq }: Sample) =>
    `provenance/event?wallet=${walletId}&seq=${seq}`;
  const atNoon = () => `${any(plan.days)}T12:00:00%2B05:30`;
  const year = `from=${plan.days[0]}&to=${plan.days.at(-1)}`;
  return [
    question('figures of a month', 300, () => `finance?${aPeriod(31)}`),
    question('figures of the year', 300, () => `finance?${year}`),
    question('a closed day', 60, () => `finance/day?day=${any(quietDays)}`),
    question('the busy day, closed', 60, () => `finance/day?day=${plan.busyDay}`),
    question('reconciliation of a day', 60, () => `reconciliation?${aPeriod(1)}`),
    question('reconciliation of 31 days', 300, () => `reconciliation?${aPeriod(31)}`),
    question('imported days', 60, () => `settlements?${aPeriod(92)}`),
    question('payment exceptions', 60, () => 'payment-exceptions'),
    question('trail of a charge', 60, () => event(any(bought))),
    question('trail of a payment', 60, () => `provenance/payment?id=${any(paid).payment_id}`),
    question('trail of a picture', 60, () => {
      return `provenance/generation?id=${any(bought).generation_id}`;
    }),
    question('charge in the largest wallet', 100, () => event(any(teamBought))),
    question('payment in the largest wallet', 100, () => event(any(teamPaid))),
    question("trail of a day's settlement", 60, () => {
      return `provenance/settlement?utr=${toUtr(addDays(any(quietDays), settledAfterDays))}`;
    }),
    question("trail of the busy day's settlement", 60, () => {
      return `provenance/settlement?utr=${toUtr(addDays(plan.busyDay, settledAfterDays))}`;
    }),
    question('unspent now', 60, () => 'provenance/unspent'),
    question('unspent at a moment', 60, () => `provenance/unspent?at=${atNoon()}`),
    question('exports', 60, () => 'exports'),
    question('as of: the largest wallet', 20, () => `ledger/as-of?wallet=${team}&at=${atNoon()}`),
    question('trial balance of a month', 300, () => {
      const from = any(plan.days.slice(0, -31));
      const at = (day: string) => `${day}T00:00:00%2B05:30`;
      return `ledger/trial-balance?from=${at(from)}&to=${at(addDays(from, 31))}`;
    }),
  ];
}
