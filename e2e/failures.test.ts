import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import {
  askForPictures,
  readNewestKinds,
  resultFrom,
  see,
  seeInWallet,
  seeWidth,
  soon,
  unlock,
} from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  studio.google.open();
  studio.openai.open();
  const { api, worker } = studio.stack;
  for (const server of [api, worker]) if (!server.isRunning()) await server.start();
  await studio.books.expectToBeSound();
});

test('a refused preview or purchase says what failed and why, returns the money on hold, and can be repeated', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    // Each of the provider's models refuses the prompt once.
    await askForPictures(page, 'A duel at dawn [[fail:safety@google*1]]');
    const google = resultFrom(page, 'Google');
    await see(google.getByRole('heading', { name: 'Stopped for safety' }));
    await google.getByText('Details').click();
    await see(google.getByText(/SAFETY/i));
    await google.getByRole('button', { name: 'Try again' }).click();
    await unlock(page, 'Google', '₹75').click();

    const refusal = google.getByRole('alert').filter({ hasText: 'Unlock failed' });
    await see(refusal.getByText('Stopped for safety'));
    await see(refusal.getByText('You were not charged'));
    await see(unlock(page, 'Google', '₹75'));
    await seeInWallet(page, '₹250.00');
    expect(await readNewestKinds(studio)).toEqual([
      'SignupBonusCredited',
      'HoldPlaced',
      'HoldVoided',
    ]);
    await page.getByRole('link', { name: 'Wallet, ₹250.00' }).click();
    await page.getByLabel('Show holds and releases').check();
    const newest = page.getByRole('list', { name: 'Statement' }).getByRole('listitem').first();
    await see(newest.getByText('Released: image, Google, 1024 px'));
    await see(newest.getByText('Released ₹75.00 · Stopped for safety'));
  }));

test('a picture arrives and is paid once although a worker, the queue and an API crash during its unlock', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A stepwell at noon');
    await see(unlock(page, 'OpenAI', '₹98'));
    await see(unlock(page, 'Google', '₹75'));
    const asked = studio.google.asked.length;
    studio.google.shut();
    await unlock(page, 'Google', '₹75').click();
    await studio.google.isAsked(asked + 1);
    await studio.stack.worker.kill('SIGKILL');
    expect(await studio.loseQueue()).toBeGreaterThan(0);

    const google = resultFrom(page, 'Google');
    await see(google.getByText('Google is working on it'));
    await see(google.getByText('₹75 is on hold. You’re charged when your picture is ready.'));
    await seeInWallet(page, '₹175.00');
    expect(await readNewestKinds(studio)).toEqual(['SignupBonusCredited', 'HoldPlaced']);

    await studio.stack.api.kill('SIGKILL');
    studio.google.open();
    await studio.stack.worker.start();
    await soon(async () => expect(await readNewestKinds(studio)).toContain('HoldCaptured'));
    await see(google.getByText('₹75 is on hold. You’re charged when your picture is ready.'));
    await studio.stack.api.start();
    await see(google.getByText('₹75 paid · ₹175.00 left'));
    await seeWidth(google.getByAltText(/^Picture: /), 1024);
    expect(await readNewestKinds(studio)).toEqual([
      'SignupBonusCredited',
      'HoldPlaced',
      'HoldCaptured',
    ]);
  }));
