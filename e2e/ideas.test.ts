import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { see, seeInWallet } from './steps.ts';
import { arrive } from './people.ts';
import { openStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  expect(await studio.books.query('select distinct kind from ledger_event')).toEqual([
    { kind: 'SignupBonusCredited' },
  ]);
  await studio.books.expectToBeSound();
});

const cards = (page: Page) => page.getByRole('article');

async function askForIdeas(page: Page, niche: string): Promise<void> {
  await page.getByLabel('Niche').fill(niche);
  await page.getByRole('button', { name: 'Get 4 ideas · Free' }).click();
}

test('given a niche, when ideas are asked for, then each gives captions for free and prefills a picture', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=instagram');
    await page.getByRole('link', { name: 'Get post ideas' }).click();
    await page.getByRole('button', { name: 'Get 4 ideas · Free' }).click();
    await see(page.getByText('Tell us what your page is about.'));
    await page.getByLabel('Audience').fill('Young parents');
    await page.getByLabel('Vibe').fill('Festive');
    await page.getByRole('button', { name: 'Reel' }).click();
    await page.getByRole('button', { name: 'Lead gen' }).click();
    await page.getByLabel('Occasion').fill('Diwali');
    await page.getByLabel('Trend').fill('Get ready with me');
    await page.getByLabel('Keywords').fill('eggless');
    await askForIdeas(page, 'Home bakery');

    await see(page.getByRole('heading', { name: 'Your post ideas' }));
    await see(cards(page).nth(3));
    expect(await cards(page).count()).toBe(4);
    const asked = studio.google.asked.at(-1);
    for (const line of [
      'Niche: Home bakery',
      'Audience: Young parents',
      'Vibe: Festive',
      'Post type: reel',
      'Occasion: Diwali',
      'Trend: Get ready with me',
      'Goal: lead gen',
      'Keywords: eggless',
    ]) {
      expect(asked).toContain(line);
    }
    expect(studio.openai.asked).toEqual([]);
    await writeCaptionsOfTheSecond(page);
    await seeInWallet(page, '₹250.00');
    await makeAPictureOfTheFirst(page);
  }));

async function writeCaptionsOfTheSecond(page: Page): Promise<void> {
  const second = cards(page).nth(1);
  const title = await second.getByRole('heading').first().innerText();
  await second.getByRole('button', { name: 'Generate captions (Free)' }).click();
  await see(second.getByRole('button', { name: 'Copy caption 3' }));
  expect(studio.google.asked.at(-1)).toContain(`Title: ${title}`);
  const captions = await second.getByRole('listitem').allInnerTexts();
  expect(captions).toHaveLength(3);

  await page.reload();
  await see(second.getByRole('button', { name: 'Copy caption 3' }));
  expect(await second.getByRole('listitem').allInnerTexts()).toEqual(captions);
  expect(await cards(page).nth(0).getByRole('listitem').count()).toBe(0);
}

async function makeAPictureOfTheFirst(page: Page): Promise<void> {
  const first = cards(page).first();
  const picture = await first
    .getByRole('heading', { name: 'The picture' })
    .locator('+ p')
    .innerText();
  await first.getByRole('button', { name: 'Generate image (Paid)' }).click();
  await see(page.getByRole('heading', { name: 'Make an image' }));
  expect(await page.getByLabel('Subject').inputValue()).toBe(picture);
  await page.goBack();
  await see(cards(page).nth(3));
}

test('given a provider that fails, then the card says why, and the other one can be tried', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=instagram_ideas');
    await askForIdeas(page, 'Pottery [[fail:access@google]]');
    await see(page.getByRole('heading', { name: 'No access to this model' }));
    await see(page.getByText('You were not charged'));
    await page.getByRole('button', { name: 'Try the other provider' }).click();
    await see(page.getByRole('button', { name: 'Generate captions (Free)' }).nth(3));

    await page.getByRole('button', { name: 'Back to Edit' }).click();
    expect(await page.getByLabel('Niche').inputValue()).toBe('Pottery [[fail:access@google]]');
  }));

test('given ideas and captions under way, when they are cancelled, then that is said and they can be asked for again', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=instagram_ideas');
    studio.google.shut();
    await askForIdeas(page, 'Terrace gardens');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await see(page.getByRole('heading', { name: 'Cancelled' }));
    await see(page.getByText('You were not charged'));
    studio.google.open();
    await page.getByRole('button', { name: 'Try again' }).click();
    await see(cards(page).nth(3));

    studio.google.shut();
    const first = cards(page).first();
    await first.getByRole('button', { name: 'Generate captions (Free)' }).click();
    await first.getByRole('button', { name: 'Cancel' }).click();
    await see(first.getByText('You were not charged'));
    await first.getByRole('button', { name: 'Try the other provider' }).click();
    await see(first.getByRole('button', { name: 'Copy caption 3' }));
    studio.google.open();
  }));

test('given an answer that holds no ideas, then the screen says which kind, and the other provider has some', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    const faults = {
      broken: "Couldn't parse ideas. Try again with simpler inputs.",
      none: 'No ideas generated. Try again.',
    };
    for (const [fault, words] of Object.entries(faults)) {
      await page.goto('/?mode=instagram_ideas');
      await askForIdeas(page, `Handmade soap [[ideas:${fault}@google]]`);
      await see(page.getByText(words));
      await see(page.getByText('You were not charged'));
    }
    const asked = studio.google.asked.length;
    await page.getByRole('button', { name: 'Try again' }).click();
    await studio.google.isAsked(asked + 1);
    await see(page.getByText(faults.none));
    await page.getByRole('button', { name: 'Try the other provider' }).click();
    await see(cards(page).nth(3));
  }));
