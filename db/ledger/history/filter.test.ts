import { AdminLedgerFilter } from '@sachet/shared/ledger/contracts/admin-ledger';
import { expect, test } from 'vitest';
import { toHistoryFilter } from './filter.ts';

test("each part of an auditor's query becomes the same part of the filter, amounts in paise", () => {
  const query = AdminLedgerFilter.parse({
    wallet: 'wal_a',
    uid: 'user_a',
    organization: 'org_a',
    kind: 'Charged,HoldPlaced',
    counterAccount: 'revenue:chat',
    actor: 'admin:boss',
    reference: 'pay_a',
    amountFrom: '1.10',
    amountTo: '1.2',
    from: '2026-11-21T00:00:00+05:30',
    to: '2026-11-22T00:00:00Z',
  });
  expect(toHistoryFilter(query)).toEqual({
    walletId: 'wal_a',
    uid: 'user_a',
    organizationId: 'org_a',
    kinds: ['Charged', 'HoldPlaced'],
    counterAccount: 'revenue:chat',
    actor: 'admin:boss',
    reference: 'pay_a',
    amountFromPaise: 110,
    amountToPaise: 120,
    from: new Date('2026-11-20T18:30:00Z'),
    to: new Date('2026-11-22T00:00:00Z'),
  });
});

test('a part that the query does not have narrows nothing', () => {
  const filter = toHistoryFilter(AdminLedgerFilter.parse({}));
  expect(new Set(Object.values(filter))).toEqual(new Set([null]));
});
