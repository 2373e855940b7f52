// Steps that edit photos, and what the ledger records of them.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Studio } from './studio.ts';

export const generate = (page: Page) =>
  page.getByRole('button', { name: 'Generate previews · Free' });
export const prompt = (page: Page) => page.getByLabel('What should change?', { exact: true });
export const photoIn = (page: Page) => page.getByAltText('Your photo: holiday.jpg');

export async function choosePhoto(page: Page, buffer: Buffer, name = 'holiday.jpg'): Promise<void> {
  const mimeType = name.endsWith('.png') ? 'image/png' : 'image/jpeg';
  await page.getByLabel('Choose a photo').setInputFiles({ name, mimeType, buffer });
}

/** The newest wallet's events, oldest first. */
export function readNewestEvents({ books }: Studio): Promise<object[]> {
  return books.query(
    `select kind, amount_paise, held_paise, balance_after, counter_account from ledger_event
      where wallet_id = (select id from wallet order by created_at desc limit 1) order by seq`,
  );
}

export const bonus = expect.objectContaining({
  kind: 'SignupBonusCredited',
  balance_after: 250_00,
});
export const held = (paise: number) =>
  expect.objectContaining({ kind: 'HoldPlaced', amount_paise: 0, held_paise: paise });
export const captured = (paise: number) =>
  expect.objectContaining({ kind: 'HoldCaptured', amount_paise: -paise, held_paise: -paise });
