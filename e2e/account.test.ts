import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toBrowserState, createIndividual } from './people.ts';
import { see, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

test('a user downloads their data and closes the account, which signs them out and clears the wallet', async () => {
  const person = await createIndividual(studio);
  await studio.visit(
    async ({ page }) => {
      await page.goto('/account');
      await see(page.getByRole('heading', { level: 1, name: 'My account' }));
      await see(page.getByText(person.email!));
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download my data' }).click(),
      ]);
      const data = JSON.parse(await readFile(await file.path(), 'utf8')) as object;
      expect(data).toMatchObject({ profile: { uid: person.uid, email: person.email } });

      await page.getByRole('button', { name: 'Close my account…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Close my account' });
      await see(dialog.getByText('₹250.00 of bonus and credits expires.'));
      const close = dialog.getByRole('button', { name: 'Close permanently' });
      expect(await close.isDisabled()).toBe(true);
      await dialog.getByLabel('Type CLOSE to confirm').fill('CLOSE');
      await close.click();
      await see(page.getByText('Your account is closed. Goodbye, and thank you.'));
      await see(page.getByRole('button', { name: 'Get Started' }));
    },
    { state: toBrowserState(studio, person), phone: true },
  );
  await soon(async () => {
    const moves = await studio.books.query(
      `select e.kind, e.counter_account, w.balance_paise from ledger_event e join wallet w on w.id = e.wallet_id
        where w.owner_id = $1 order by e.seq`,
      [person.uid],
    );
    expect(moves).toEqual([
      { kind: 'SignupBonusCredited', counter_account: 'promotions', balance_paise: 0 },
      { kind: 'WalletCleared', counter_account: 'promotions', balance_paise: 0 },
    ]);
  });
});
