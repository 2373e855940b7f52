import type { RegisterPage, TaxMonth } from '@sachet/shared/tax/contracts/admin-documents';
import { useState } from 'react';
import { mutate } from 'swr';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Live } from '../testing/live';
import { button, mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { announce, requestsTo, respond } from '../testing/server';
import { inPages, usePages } from './pages';
import { useApi } from './use-api';

const months = ['2026-09', '2026-10', '2026-11'] as const;
type Month = (typeof months)[number];

const none = { taxable: 0, tax: 0, discount: 0, notInvoiced: 0, unregistered: 0, difference: 0 };
const toMonth = (month: string): TaxMonth => ({
  month,
  liabilities: [],
  use: { ...none, used: 0, revenue: 0 },
  documents: { items: [], sums: [], next: null },
});
const toPage = (month: string): RegisterPage => ({
  items: [
    {
      id: 1,
      number: `TI of ${month}`,
      kind: 'tax-invoice',
      day: `${month}-01`,
      gstin: null,
      walletId: 'wal_1',
      recipient: '',
      recipientGstin: null,
      placeOfSupply: null,
      against: null,
      irn: null,
      discount: 0,
      taxable: 1,
      cgst: 0,
      sgst: 0,
      igst: 0,
      total: 1,
    },
  ],
  sums: [],
  next: null,
});

/** Answers the oldest request for a month when the returned function is called with it. */
function answerLater(name: 'GET /api/admin/tax-month' | 'GET /api/admin/documents') {
  const waiting = new Map<string, (() => void)[]>(months.map((month) => [month, []]));
  respond(name, ({ search }) => {
    const month = search.get('month')!;
    const body = name === 'GET /api/admin/tax-month' ? toMonth(month) : toPage(month);
    return new Promise((resolve) => waiting.get(month)!.push(() => resolve(Response.json(body))));
  });
  return async (month: Month) => {
    await expect.poll(() => waiting.get(month)!.length).toBeGreaterThan(0);
    waiting.get(month)!.shift()!();
  };
}

function Buttons({ onChoose }: { onChoose: (month: Month) => void }) {
  return months.map((month) => (
    <button key={month} type="button" onClick={() => onChoose(month)}>
      {month}
    </button>
  ));
}

function Single() {
  const [month, setMonth] = useState<Month>('2026-09');
  const { data } = useApi('GET /api/admin/tax-month', { month }, { keepPreviousData: true });
  return (
    <>
      <Buttons onChoose={setMonth} />
      <p>{data ? `month ${data.month}` : 'loading'}</p>
    </>
  );
}

function List() {
  const [month, setMonth] = useState<Month>('2026-09');
  const { rows, isStale } = usePages(
    'GET /api/admin/documents',
    inPages({ month }, ({ number }: { number: string }) => number),
    { keepPreviousData: true, revalidateAll: true },
  );
  const words = rows?.map(({ number }) => number).join();
  return (
    <>
      <Buttons onChoose={setMonth} />
      <p>{rows ? `${isStale ? 'still ' : ''}${words}` : 'loading'}</p>
    </>
  );
}

beforeEach(() => {
  signIn();
});

const choose = (month: Month) => button(month).click();
const seeWords = (words: string) => see(page.getByText(words, { exact: true }));

test('the answer to a read whose subject has changed in flight is kept for its own subject', async () => {
  const answerFor = answerLater('GET /api/admin/tax-month');
  await mount(<Single />);
  await seeWords('loading');
  await choose('2026-10');
  await answerFor('2026-09');
  await seeWords('loading');
  await choose('2026-09');
  await seeWords('month 2026-09');
  // The other subject is still in flight, and nothing is blank in the meantime.
  await choose('2026-10');
  await seeWords('month 2026-09');
  await answerFor('2026-10');
  await seeWords('month 2026-10');
});

test('the rows of a list whose filter has changed in flight are kept for their own filter', async () => {
  const answerFor = answerLater('GET /api/admin/documents');
  await mount(<List />);
  await seeWords('loading');
  await choose('2026-10');
  await answerFor('2026-09');
  await seeWords('loading');
  await choose('2026-09');
  await seeWords('TI of 2026-09');
  await choose('2026-10');
  await seeWords('still TI of 2026-09');
  await answerFor('2026-10');
  await seeWords('TI of 2026-10');
  expect(requestsTo('GET /api/admin/documents').length).toBeGreaterThan(1);
});

describe.each([
  ['data', 'GET /api/admin/tax-month', <Single key="single" />, 'month 2026-09'],
  ['rows', 'GET /api/admin/documents', <List key="list" />, 'TI of 2026-09'],
] as const)('%s of which a change is announced', (_, name, reader, words) => {
  test('the first answer is shown before it is read again because of a change in the meantime', async () => {
    const answerFor = answerLater(name);
    await mount(<Live>{reader}</Live>);
    await seeWords('loading');
    await expect.poll(() => requestsTo(name).length).toBe(1);
    await announce({ event: 'changed', id: 'register' });
    // Changes are collected for less than this.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await answerFor('2026-09');
    await seeWords(words);
    await answerFor('2026-09');
    expect(requestsTo(name)).toHaveLength(2);
  });

  test('an answer that is older than what the client has stored since is not shown', async () => {
    const answerFor = answerLater(name);
    await mount(<Live>{reader}</Live>);
    await expect.poll(() => requestsTo(name).length).toBe(1);
    await mutate(() => true, undefined);
    await answerFor('2026-09');
    await seeWords('loading');
  });
});
