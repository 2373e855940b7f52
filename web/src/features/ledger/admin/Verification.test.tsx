import type {
  Finding,
  LedgerVerification,
  LedgerVerificationState,
} from '@sachet/shared/ledger/contracts/admin-ledger';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { findFact, long, signInAsSuperAdmin } from '../../../testing/admin';
import { Live } from '../../../testing/live';
import { mount, see, seeGone } from '../../../testing/mount';
import { announce, answer, keepBack, refuse, requestsTo } from '../../../testing/server';
import { Verification } from './Verification';
import { LedgerPage } from './LedgerPage';

const moment = '2026-03-01T10:00:00.000Z';
const run: LedgerVerification = {
  id: 1,
  status: 'done',
  requestedBy: { uid: 'meera', name: 'Meera Nair' },
  requestedAt: moment,
  startedAt: moment,
  finishedAt: moment,
  step: null,
  done: 0,
  total: 0,
  result: {
    events: 12_34_567,
    wallets: 4321,
    checkpoints: 3,
    auditRows: 17,
    signaturesChecked: true,
    findingCount: 0,
    findings: [],
  },
  error: null,
};
const underWay: LedgerVerification = {
  ...run,
  id: 2,
  status: 'running',
  finishedAt: null,
  result: null,
  step: 'chains',
  done: 1500,
  total: 2_00_000,
};
const state = (given: Partial<LedgerVerificationState> = {}): LedgerVerificationState => ({
  current: null,
  last: null,
  checkpoint: null,
  auditor: { lastPassAt: null, caughtUpAt: null, findingCount: 0, findings: [] },
  remedies: [],
  ...given,
});
const button = page.getByRole('button', { name: 'Verify now' });

async function show(given: LedgerVerificationState, settings = {}): Promise<void> {
  answer('GET /api/admin/ledger/verification', given);
  await mount(
    <Live>
      <Verification />
    </Live>,
    settings,
  );
}

beforeEach(() => {
  signInAsSuperAdmin();
});

describe('a run', () => {
  test('the verification page says when the ledger was never verified', async () => {
    await show(state());
    await see(page.getByText('Never verified'));
    await see(page.getByText('The auditor has not run yet.'));
    await see(page.getByText('No checkpoint yet.'));
    await mount(<LedgerPage />, { path: '/admin/ledger?view=verification' });
    await see(page.getByRole('link', { name: 'Verification: Never verified' }));
  });

  test('an admin starts a verification and sees its progress and its successful result', async () => {
    await show(state());
    answer('POST /api/admin/ledger/verify', () => {
      answer('GET /api/admin/ledger/verification', state({ current: underWay }));
      return { verification: underWay, isNew: true };
    });
    await button.click();
    await see(page.getByText('Chains: 1,500 of 2,00,000 events'));
    const bar = page.getByRole('progressbar', { name: 'Progress of the verification' });
    await expect.element(bar).toHaveAttribute('value', '1500');
    await expect.element(page.getByRole('button', { name: 'Verifying…' })).toBeDisabled();
    answer(
      'GET /api/admin/ledger/verification',
      state({ current: { ...underWay, step: 'projections', done: 2, total: 5 } }),
    );
    await announce({ event: 'changed', id: 'verification' });
    await see(page.getByText('Projections: 2 of 5 tables'));

    answer('GET /api/admin/ledger/verification', state({ last: run }));
    await announce({ event: 'changed', id: 'verification' });

    await see(page.getByRole('status').getByText('The ledger is sound'));
    await expect.element(button).toBeEnabled();
    await seeGone(bar);
    expect(findFact('Events')).toBe('12,34,567');
    expect(findFact('Wallets')).toBe('4,321');
    expect(findFact('Audit rows')).toBe('17');
    expect(findFact('Requested by')).toBe('Meera Nair');
    expect(findFact('Signatures')).toBe('Checked');
    expect(requestsTo('POST /api/admin/ledger/verify')).toHaveLength(1);
  });

  test('a verification says that it is waiting while no worker runs', async () => {
    await show(state({ current: { ...underWay, status: 'requested', step: null } }));
    await see(page.getByText('Waiting for a worker'));
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0');
  });

  test('a verification with findings lists the first ones with links', async () => {
    const detail = 'edited: the hash is another';
    const findings: Finding[] = [
      { check: 'chain_broken', subject: 'wal_asha#3', walletId: 'wal_asha', seq: 3, detail },
      { check: 'wallet_differs', subject: 'wal_asha', walletId: 'wal_asha', seq: null, detail },
      { check: 'checkpoint_forged', subject: '1', walletId: null, seq: null, detail: 'was edited' },
    ];
    const result = { ...run.result!, findingCount: 1234, findings, signaturesChecked: false };
    const remedies: LedgerVerificationState['remedies'] = [
      { checks: ['chain_broken', 'wallet_differs'], toDo: 'Stop the wallet.' },
      { checks: ['checkpoint_forged'], toDo: 'Compare the published page.' },
    ];
    await show(state({ last: { ...run, result }, remedies }));
    await see(page.getByText('Findings: 1,234'));
    await see(page.getByText('What to do: Stop the wallet.'));
    await see(page.getByText('The first 200 are listed.'));
    expect(findFact('Signatures')).toBe('Not checked');
    await expect
      .element(page.getByRole('link', { name: 'wal_asha#3' }))
      .toHaveAttribute('href', '/admin/ledger/event?wallet=wal_asha&seq=3');
    await expect
      .element(page.getByRole('link', { name: 'wal_asha', exact: true }))
      .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha');
    await see(page.getByRole('listitem').filter({ hasText: 'was edited' }));
    await mount(<LedgerPage />, { path: '/admin/ledger?wallet=wal_asha&view=verification' });
    await expect
      .element(page.getByRole('link', { name: 'Verification: Findings: 1,234' }))
      .toHaveAttribute('href', '/admin/ledger?wallet=wal_asha&view=verification');
  });

  test('a verification that could not run shows the reason', async () => {
    await show(
      state({ last: { ...run, status: 'failed', result: null, error: 'the disk was full' } }),
    );
    await see(page.getByText('The verification couldn’t run'));
    await see(page.getByText('the disk was full'));
  });

  test('a nightly verification is labelled as such', async () => {
    await show(state({ last: { ...run, requestedBy: { uid: 'worker', name: null } } }));
    await see(page.getByText('The daily run'));
  });

  test('a verification that could not be started shows the reason and can be started again', async () => {
    await show(state({ last: run }));
    refuse('POST /api/admin/ledger/verify', 'unavailable');
    await button.click();
    await see(page.getByRole('alert').getByText(/^Failed to start the verification\. /));
    await expect.element(button).toBeEnabled();
  });
});

describe('the auditor', () => {
  const at = { lastPassAt: moment, caughtUpAt: moment };

  test('the auditor says when all new events are verified', async () => {
    await show(state({ auditor: { ...at, findingCount: 0, findings: [] } }));
    await see(page.getByText('All new events verified'));
  });

  test('the auditor shows each finding with its subject', async () => {
    const place = { walletId: long.id, seq: null, foundAt: moment };
    const findings: LedgerVerificationState['auditor']['findings'] = [
      { check: 'hold_overdue', subject: 'hold_1', detail: 'since 20 minutes', ...place },
      { check: 'wallet_differs', subject: long.id, detail: long.name, ...place },
    ];
    const auditor = { ...at, findingCount: 2, findings };
    await show(state({ auditor }));
    await see(page.getByText('Findings: 2'));
    const checked = page.getByRole('region', { name: 'Hold past its deadline' });
    const item = checked.getByRole('listitem').filter({ hasText: 'hold_1' });
    await see(item.getByText('since 20 minutes'));
  });
});

test('the newest checkpoint shows what was signed with it', async () => {
  const checkpoint = {
    number: 12,
    at: moment,
    wallets: 4321,
    events: 12_34_567,
    balance: long.rupees,
    held: 0,
    hash: 'ab'.repeat(32),
    keyId: 'key-1',
  };
  await show(state({ checkpoint }));
  await expect.poll(() => findFact('Number')).toBe('12');
  expect(findFact('Balance')).toBe('₹98,76,543.21');
  await see(page.getByRole('button', { name: `Copy ${checkpoint.hash}` }));
});

test("the auditor's section shows a skeleton while loading, and can be loaded again after a failure", async () => {
  answer('GET /api/admin/ledger/verification', state());
  const release = keepBack('GET /api/admin/ledger/verification');
  await mount(<Verification />);
  await seeGone(button);
  refuse('GET /api/admin/ledger/verification', 'internal');
  release();
  await see(page.getByRole('alert').getByText('Failed to load'));
  answer('GET /api/admin/ledger/verification', state({ last: run }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await see(page.getByText('The ledger is sound'));
});

test.each([
  { language: 'en', phone: false },
  { language: 'hi', phone: true },
] as const)('the verification page is accessible and fits the screen: %o', async (settings) => {
  const finding: Finding = {
    check: 'chain_broken',
    subject: `${long.id}#3`,
    walletId: long.id,
    seq: 3,
    detail: long.name,
  };
  const open = { ...finding, foundAt: moment };
  await show(
    state({
      current: underWay,
      last: { ...run, result: { ...run.result!, findingCount: 1, findings: [finding] } },
      auditor: { lastPassAt: moment, caughtUpAt: null, findingCount: 1, findings: [open] },
    }),
    settings,
  );
  await see(page.getByRole('progressbar'));
  await expectToFit('the verification');
  await expectAccess('the verification');
});
