import { Plain } from '../local/steps.ts';

/** A suite with a long form. Without the variable it runs its short form. */
export interface Soak {
  name: string;
  env: Record<string, string>;
  /** Paths of the test files. */
  tests: readonly string[];
}

export const soaks: readonly Soak[] = [
  { name: 'torture', env: { LEDGER_TORTURE: '50' }, tests: ['db/ledger/torture.soak.test.ts'] },
  { name: 'failover', env: { FAILOVERS: '20' }, tests: ['db/ledger/failover.soak.test.ts'] },
  {
    name: 'chaos',
    env: { CHAOS: '10' },
    tests: ['worker/studio/chaos.soak.test.ts', 'worker/sentinel.soak.test.ts'],
  },
  { name: 'restore', env: { RESTORE_EVENTS: '1000000' }, tests: ['ops/backup/drill.test.ts'] },
  { name: 'model', env: { LEDGER_RUNS: '20' }, tests: ['db/ledger/model.test.ts'] },
  {
    name: 'uploads',
    env: { UPLOAD_ATTACK: 'full' },
    tests: ['api/limits/upload-attack.soak.test.ts'],
  },
  { name: 'chat', env: { CHAT_LOAD: 'full' }, tests: ['api/chat/load.soak.test.ts'] },
  {
    name: 'outages',
    env: { OUTAGES: 'long' },
    tests: ['db/live.test.ts', 'api/limits/database-away.test.ts'],
  },
  { name: 'top-ups', env: { SOAK: '2000' }, tests: ['worker/payments/top-up.soak.test.ts'] },
  {
    name: 'finance',
    env: { FINANCE_SOAK: '5000' },
    tests: ['worker/finance/finance.soak.test.ts'],
  },
  { name: 'faults', env: { FAULTS: 'all' }, tests: ['worker/payments/top-up-faults.test.ts'] },
];

/** `npm test` leaves out the files named so: they show what holds under load and failures, not what a change breaks. */
const short: Soak = { name: 'short', env: {}, tests: ['.soak.test.ts'] };

/** The soaks with these names, or all; `--short` is one run of short forms. Throws `Plain` for an unknown name. */
export function chooseSoaks(names: readonly string[]): readonly Soak[] {
  if (names.length === 1 && names[0] === '--short') return [short];
  const unknown = names.filter((name) => !soaks.some((soak) => soak.name === name));
  if (unknown.length > 0) {
    const known = soaks.map(({ name }) => name).join('|');
    throw new Plain(
      `There is no soak named ${unknown.join(' or ')}.\nusage: npm run soak [-- --short|${known}]`,
    );
  }
  return names.length === 0 ? soaks : soaks.filter(({ name }) => names.includes(name));
}
