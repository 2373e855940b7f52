// A user's own monthly cap and low balance, their usage, and a statement with one row per purchase.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import { WalletUsage } from '@sachet/shared/wallet/contracts/wallet';
import { istMonth } from '@sachet/shared/time';
import { createCustomer, type Customer } from '../testing/client.ts';
import { addMember, foundOrganization } from '../testing/organization.ts';
import { expectRefusal } from '../testing/refusals.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
beforeAll(async () => {
  open = await shareStack();
});
afterAll(() => open?.stop());

const setLimits = (person: Customer, json: { monthlyCap?: number; lowBalance?: number }) =>
  person.send('/api/wallet/limits', { method: 'PATCH', json });

test('an individual who is at their own cap is refused the next purchase and charged nothing for it', async () => {
  const person = await createCustomer(open.stack);
  const { status, body } = await setLimits(person, { monthlyCap: 100, lowBalance: 150 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ budget: 100, lowBalance: 150, spentThisMonth: 0 });
  const [first, second] = [await person.preview(), await person.preview()];
  expect((await person.unlock(first)).status).toBe(200);
  expectRefusal(await person.unlock(second), 'budget_exceeded');
  expect((await person.send('/api/user')).body).toMatchObject({ budget: 100, spentThisMonth: 75 });

  expect((await setLimits(person, { monthlyCap: 0 })).body).toMatchObject({
    budget: 0,
    lowBalance: 150,
  });
  expect((await person.unlock(second)).status).toBe(200);
  const { walletId } = await person.wallet();
  expect(await open.books.kinds(walletId)).toEqual({
    SignupBonusCredited: 1,
    HoldPlaced: 2,
    HoldCaptured: 2,
  });
  await open.books.expectToBeSound();
});

test('a member cannot lift the budget that the admin set, and chooses their own low balance', async () => {
  const founder = await foundOrganization(open.stack);
  const member = await addMember(open.stack, founder);
  await founder.setBudget(member.uid, 100);
  expectRefusal(await setLimits(member, { monthlyCap: 0 }), 'wrong_state', 'monthlyCap');
  expectRefusal(await setLimits(founder, { monthlyCap: 50 }), 'wrong_state', 'monthlyCap');
  expect((await setLimits(member, { lowBalance: 20 })).body).toMatchObject({
    budget: 100,
    lowBalance: 20,
  });
});

test.each([{ monthlyCap: -1 }])(
  'limits that are not valid amounts are refused: %o',
  async (limits) => {
    const person = await createCustomer(open.stack);
    expectRefusal(await setLimits(person, limits), 'invalid', Object.keys(limits)[0]);
  },
);

test('usage shows six months by tool, minus refunds', async () => {
  const person = await createCustomer(open.stack);
  expect((await person.unlock(await person.preview())).status).toBe(200);
  const answer = await person.preview({ mode: 'general', provider: 'openai' });
  expect((await person.unlockText(answer)).status).toBe(200);
  const read = await person.send<WalletUsage>('/api/wallet/usage');
  const { months } = WalletUsage.parse(read.body);
  expect(months).toHaveLength(6);
  expect(months.slice(0, 5).every(({ spent }) => Object.keys(spent).length === 0)).toBe(true);
  expect(months[5]).toEqual({
    month: istMonth(Date.now()),
    spent: { image: 75, general: answer.cost },
  });
});

test('a statement of purchases has one row for a picture, with its thumbnail and words for the buyer only', async () => {
  const founder = await foundOrganization(open.stack);
  const member = await addMember(open.stack, founder);
  await founder.setBudget(member.uid, 0);
  // The client adds the words of the brand.
  const brandWords = 'Brand: palette of #8a1c3b and #f5c451; no logo, no phone number, no address.';
  const picture = await member.preview({ prompt: `A brass lamp. ${brandWords}` });
  expect((await member.unlock(picture)).status).toBe(200);
  const read = async (person: Customer, query: string) =>
    (await person.send<Statement>(`/api/statement?${query}`)).body;

  const own = await read(member, 'holds=open');
  expect(own.items.map(({ kind }) => kind)).toEqual(['HoldCaptured']);
  expect(own.totals).toMatchObject({ events: 1, out: 75 });
  const [row] = own.items;
  expect(row!.subject).toBe('A brass lamp.');
  const thumbnail = await fetch(new URL(row!.thumbnailUrl!, open.stack.apiUrl));
  expect(thumbnail.status).toBe(200);
  expect((await read(member, '')).items.map(({ kind }) => kind)).toEqual([
    'HoldCaptured',
    'HoldPlaced',
  ]);

  const theirs = await read(founder, `holds=open&member=${member.uid}`);
  expect(theirs.items).toMatchObject([
    { kind: 'HoldCaptured', amount: -75, subject: null, thumbnailUrl: null },
  ]);
});
