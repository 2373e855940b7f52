import { Plain } from '../local/steps.ts';

/** A suite with a long form. `npm test` runs its short form, without the variable. */
export interface Soak {
  name: string;
  env: Record<string, string>;
  /** Paths of the test files. */
  tests: readonly string[];
}

export const soaks: readonly Soak[] = [
  { name: 'torture', env: { LEDGER_TORTURE: '50' }, tests: ['db/ledger/torture.test.ts'] },
  { name: 'failover', env: { FAILOVERS: '20' }, tests: ['db/ledger/failover.test.ts'] },
  {
    name: 'chaos',
    env: { CHAOS: '10' },
    tests: ['worker/studio/chaos.test.ts', 'worker/sentinel.test.ts'],
  },
  { name: 'restore', env: { RESTORE_EVENTS: '1000000' }, tests: ['ops/backup/drill.test.ts'] },
  { name: 'model', env: { LEDGER_RUNS: '20' }, tests: ['db/ledger/model.test.ts'] },
  { name: 'uploads', env: { UPLOAD_ATTACK: 'full' }, tests: ['api/limits/upload-attack.test.ts'] },
  { name: 'chat', env: { CHAT_LOAD: 'full' }, tests: ['api/chat/load.test.ts'] },
  {
    name: 'outages',
    env: { OUTAGES: 'long' },
    tests: ['db/live.test.ts', 'api/limits/database-away.test.ts'],
  },
  { name: 'top-ups', env: { SOAK: '2000' }, tests: ['worker/payments/top-up-soak.test.ts'] },
  {
    name: 'finance',
    env: { FINANCE_SOAK: '5000' },
    tests: ['worker/finance/finance-soak.test.ts'],
  },
  { name: 'faults', env: { FAULTS: 'all' }, tests: ['worker/payments/top-up-faults.test.ts'] },
];

/** The soaks with these names, or all. Throws `Plain` for an unknown name. */
export function chooseSoaks(names: readonly string[]): readonly Soak[] {
  const unknown = names.filter((name) => !soaks.some((soak) => soak.name === name));
  if (unknown.length > 0) {
    const known = soaks.map(({ name }) => name).join('|');
    throw new Plain(
      `There is no soak named ${unknown.join(' or ')}.\nusage: npm run soak [-- ${known}]`,
    );
  }
  return names.length === 0 ? soaks : soaks.filter(({ name }) => names.includes(name));
}
