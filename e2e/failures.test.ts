import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { arrive } from './people.ts';
import {
  askForPictures,
  kindsOfTheNewest,
  pictureWidth,
  resultFrom,
  see,
  seeInWallet,
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

test('given one provider that refuses, then its card says what, why and that nothing was charged, and the other is fine', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A duel at dawn [[fail:safety@google*1]]');

    const google = resultFrom(page, 'Google');
    await see(google.getByRole('heading', { name: 'Stopped for safety' }));
    const words = async () => (await google.innerText()).split('\n').filter(Boolean);
    const shown = [
      'Failed · Google',
      'Stopped for safety',
      "The request was blocked by the provider's safety rules.",
      'The provider found the request unsafe. Soften or change the subject.',
      'You were not charged',
      'Details',
    ];
    // The other provider is not offered: it has a picture, or is about to.
    const ways = ['Try again'];
    expect(await words()).toEqual([...shown, ...ways]);
    await google.getByText('Details').click();
    const status = expect.stringMatching(/^(200|—)$/);
    const code = expect.stringMatching(/SAFETY/i);
    expect(await words()).toEqual([...shown, 'Status', status, 'Code', code, ...ways]);
    await see(unlock(page, 'OpenAI', '₹98'));
    await seeInWallet(page, '₹250.00');

    await google.getByRole('button', { name: 'Try again' }).click();
    await see(unlock(page, 'Google', '₹75'));
    expect(await kindsOfTheNewest(studio)).toEqual(['SignupBonusCredited']);
  }));

test('given a premium model that refuses, when the picture is bought, then the money set aside comes back', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await askForPictures(page, 'A famous mouse in red shorts [[fail:copyright@google#premium]]');
    await unlock(page, 'Google', '₹75').click();

    const refusal = resultFrom(page, 'Google')
      .getByRole('alert')
      .filter({ hasText: 'Unlock failed' });
    await see(refusal);
    expect((await refusal.innerText()).split('\n').filter(Boolean)).toEqual([
      'Unlock failed',
      'Protected work',
      'The request was blocked because it may copy protected work or a real person.',
      'Leave out names of brands, characters or artists and try again.',
      'You were not charged',
    ]);
    await see(unlock(page, 'Google', '₹75'));
    await seeInWallet(page, '₹250.00');
    expect(await kindsOfTheNewest(studio)).toEqual([
      'SignupBonusCredited',
      'HoldPlaced',
      'HoldVoided',
    ]);
    await page.getByRole('link', { name: 'Wallet, ₹250.00' }).click();
    const newest = page.getByRole('list', { name: 'Statement' }).getByRole('listitem').first();
    await see(newest.getByText('Released: image, Google, 1024 px'));
    await see(newest.getByText('Released ₹75.00 · Protected work'));
  }));

test('given a worker killed in the middle of an unlock, when it is started again, then the picture comes and is paid once', () =>
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

    const google = resultFrom(page, 'Google');
    await see(google.getByText('Unlocking…'));
    await see(google.getByText('₹75 is set aside until it arrives.'));
    await seeInWallet(page, '₹175.00');
    expect(await kindsOfTheNewest(studio)).toEqual(['SignupBonusCredited', 'HoldPlaced']);

    studio.google.open();
    await studio.stack.worker.start();
    await see(google.getByText('₹75 paid · ₹175.00 left'));
    expect(await pictureWidth(google.getByAltText(/^Picture: /))).toBe(1024);
    expect(await kindsOfTheNewest(studio)).toEqual([
      'SignupBonusCredited',
      'HoldPlaced',
      'HoldCaptured',
    ]);
  }));

test('given a dropped event stream, when the work ends meanwhile, then the cards complete by themselves', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    studio.google.shut();
    await askForPictures(page, 'A banyan tree full of parrots');
    await see(unlock(page, 'OpenAI', '₹98'));
    const google = resultFrom(page, 'Google');
    await see(google.getByText('Waiting for Google'));
    await studio.stack.api.kill('SIGKILL');
    studio.google.open();
    await soon(async () => {
      const previews = await studio.books.query(
        `select status from generation where prompt like 'A banyan tree%'`,
      );
      expect(previews).toEqual([{ status: 'ready' }, { status: 'ready' }]);
    });
    await see(google.getByText('Waiting for Google'));

    await studio.stack.api.start();
    await see(unlock(page, 'Google', '₹75'));
  }));
