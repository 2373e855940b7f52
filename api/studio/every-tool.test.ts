// Each tool of `shared/tools.ts`, from its preview to the books: what is free is never booked, and what is sold is
// booked under the tool's own name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '@sachet/adapters/images/testing/photos';
import { toDayFigures } from '@sachet/shared/finance/day-figures';
import type { LibraryPage } from '@sachet/shared/studio/contracts/library';
import { textPriceRupees } from '@sachet/shared/models/rate-card';
import { defaultSacs } from '@sachet/shared/tax/content';
import { nameItem } from '@sachet/shared/tax/words';
import { sales } from '@sachet/shared/sales';
import {
  imageModes,
  isEdit,
  isImageMode,
  type Mode,
  modes,
  type PaidMode,
  paidTextModes,
  tools,
} from '@sachet/shared/tools';
import type { Statement } from '@sachet/shared/wallet/contracts/statement';
import type { WalletUsage } from '@sachet/shared/wallet/contracts/wallet';
import { createCustomer, toUpload, type Customer, type Upload } from '../testing/client.ts';
import { shareStack, type OpenStack } from '../testing/stack.ts';

let open: OpenStack;
let image: Upload;
beforeAll(async () => {
  open = await shareStack();
  image = toUpload(await photo(640, 480));
});
afterAll(() => open?.stop());

const paidModes: readonly PaidMode[] = [...imageModes, ...paidTextModes];
const freeModes = modes.filter((mode) => tools[mode].sale === null);

const preview = (customer: Customer, mode: Mode) =>
  customer.preview({ mode, quality: 'speed', ...(isEdit(mode) && { image }) });

test.each(freeModes)('a result of the free tool %s is complete and never sold', async (mode) => {
  const customer = await createCustomer(open.stack);
  const result = await preview(customer, mode);
  expect(result).toMatchObject({ mode, cost: 0, content: expect.any(String), prices: null });
  expect((await customer.unlockText(result)).status).toBe(409);
  expect(Object.keys(await open.books.kinds((await customer.wallet()).walletId))).toEqual([
    'SignupBonusCredited',
  ]);
});

test.each(paidTextModes)('a text of the tool %s has its own price and is locked', async (mode) => {
  const customer = await createCustomer(open.stack);
  for (const quality of ['speed', 'quality'] as const) {
    const cost = textPriceRupees({ mode, quality, provider: 'google' });
    const text = await customer.preview({ mode, quality });
    expect(text).toMatchObject({ cost, content: null, previewContent: expect.any(String) });
  }
});

test.each(paidModes)('a purchase from the tool %s is booked as its own', async (mode) => {
  const customer = await createCustomer(open.stack);
  const made = await preview(customer, mode);
  const { status, body } = isImageMode(mode)
    ? await customer.unlock(made, 512)
    : await customer.unlockText(made);
  expect(status).toBe(200);
  const { walletId } = await customer.wallet();

  const events = await open.books.query<{ kind: 'Charged'; amount: number; account: string }>(
    `select kind, amount_paise as amount, counter_account as account from ledger_event
      where wallet_id = $1 and kind in ('Charged', 'HoldCaptured')`,
    [walletId],
  );
  expect(events).toHaveLength(1);
  const [{ kind, amount, account }] = events as [(typeof events)[number]];
  expect({ amount, account }).toEqual({
    amount: -100 * body.charged,
    account: `revenue:${mode}`,
  });

  const { usedByTool } = toDayFigures([
    { kind, account, events: 1, amountPaise: amount, heldPaise: 0 },
  ]);
  expect(usedByTool[mode]).toBe(-amount);
  expect(defaultSacs[mode]).toMatch(/^99\d{4}$/);
  expect(nameItem(mode)).toBe(sales[mode].document);

  const usage = await customer.send<WalletUsage>('/api/wallet/usage');
  expect(usage.body.months.at(-1)!.spent).toEqual({ [mode]: body.charged });
  const statement = await customer.send<Statement>('/api/statement?kind=spent');
  expect(statement.body.items[0]).toMatchObject({ tool: mode, mode });
  const csv = await customer.send<string>('/api/statement.csv?kind=spent');
  expect(csv.body).toContain(`,${sales[mode].statement},`);
  const library = await customer.send<LibraryPage>(`/api/library?tool=${mode}`);
  expect(library.body.items.map((item) => item.generationId)).toEqual([made.generationId]);
  await open.books.expectToBeSound();
});
