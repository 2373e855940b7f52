import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readNewestKinds, resultFrom, see, seeInWallet, soon } from './steps.ts';
import { arrive } from './people.ts';
import { shareStudio, type Studio } from './studio.ts';

const onPhone = { phone: true };

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());
afterEach(async () => {
  expect(await readNewestKinds(studio)).toEqual(['SignupBonusCredited']);
  await studio.books.expectToBeSound();
});

const providers = ['Google', 'OpenAI'] as const;

const ideasFrom = (page: Page, provider: (typeof providers)[number]) =>
  page.getByRole('region', { name: `Ideas from ${provider}` });

/** Waits for a provider's four cards. */
async function seeIdeas(page: Page, provider: (typeof providers)[number]): Promise<Locator> {
  const cards = ideasFrom(page, provider).getByRole('article');
  await see(cards.nth(3).getByRole('button', { name: 'Generate captions (Free)' }));
  expect(await cards.count()).toBe(4);
  return cards;
}

async function askForIdeas(page: Page, niche: string): Promise<void> {
  await page.getByLabel('Niche', { exact: true }).fill(niche);
  await page.getByRole('button', { name: 'Get ideas from both · Free' }).click();
}

/** The captions of one provider in an idea's card. */
const captionsIn = (card: Locator) => card.getByRole('listitem').allInnerTexts();

test('both providers suggest ideas for a niche, and each idea gives free captions and prefills a picture', () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=instagram');
    await page.getByRole('link', { name: 'Get post ideas' }).click();
    await page.getByRole('button', { name: 'Get ideas from both · Free' }).click();
    await see(page.getByText('Tell us what your page is about.'));
    await page.getByLabel('Audience', { exact: true }).fill('Young parents');
    await page.getByLabel('Vibe', { exact: true }).fill('Festive');
    await page.getByRole('button', { name: 'Reel' }).click();
    await page.getByRole('button', { name: 'Lead gen' }).click();
    await page.getByLabel('Occasion', { exact: true }).fill('Diwali');
    await page.getByLabel('Trend', { exact: true }).fill('Get ready with me');
    await page.getByLabel('Keywords', { exact: true }).fill('eggless');
    await askForIdeas(page, 'Home bakery');

    await see(page.getByRole('heading', { name: 'Your post ideas' }));
    for (const provider of providers) await seeIdeas(page, provider);
    for (const { asked } of [studio.google, studio.openai]) {
      expect(asked).toHaveLength(1);
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
        expect(asked[0]).toContain(line);
      }
    }
    await writeCaptionsOfTheSecond(page);
    await seeInWallet(page, '₹250.00');
    await makeAPictureOfTheFirst(page);
  }));

async function writeCaptionsOfTheSecond(page: Page): Promise<void> {
  const cards = await seeIdeas(page, 'OpenAI');
  const second = cards.nth(1);
  const title = await second.getByRole('heading').first().innerText();
  await second.getByRole('button', { name: 'Generate captions (Free)' }).click();
  await see(second.getByRole('button', { name: 'Write new captions (Free)' }));
  for (const { asked } of [studio.google, studio.openai]) {
    await soon(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toContain(`Title: ${title}`);
  }
  for (const provider of providers) {
    await see(second.getByRole('heading', { name: new RegExp(`^${provider} `) }));
  }
  await soon(async () => expect(await captionsIn(second)).toHaveLength(6));
  const captions = await captionsIn(second);

  await page.reload();
  await see(second.getByRole('button', { name: 'Write new captions (Free)' }));
  await soon(async () => expect(await captionsIn(second)).toEqual(captions));
  expect(await captionsIn(cards.nth(0))).toEqual([]);
  expect(await captionsIn(ideasFrom(page, 'Google').getByRole('article').nth(1))).toEqual([]);
}

async function makeAPictureOfTheFirst(page: Page): Promise<void> {
  const first = ideasFrom(page, 'Google').getByRole('article').first();
  const picture = await first
    .getByRole('heading', { name: 'The picture' })
    .locator('+ p')
    .innerText();
  await first.getByRole('button', { name: 'Generate image (Paid)' }).click();
  await see(page.getByRole('heading', { name: 'Make an image' }));
  await soon(async () =>
    expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe(picture),
  );
  await page.goBack();
  await seeIdeas(page, 'Google');
  await page.getByRole('button', { name: 'Back to Edit' }).click();
  await soon(async () =>
    expect(await page.getByLabel('Niche', { exact: true }).inputValue()).toBe('Home bakery'),
  );
}

/** On a phone, one provider's ideas are visible. */
const choose = (page: Page, provider: (typeof providers)[number]) =>
  page.getByRole('radio', { name: provider }).click();

test("cancelling pending ideas ends both providers' calls, and ideas can be requested again", () =>
  studio.visit(async ({ page }) => {
    await arrive(studio, page);
    await page.goto('/?mode=instagram_ideas');
    const gates = [studio.google, studio.openai];
    for (const gate of gates) gate.shut();
    const asked = gates.map((gate) => gate.asked.length);
    await askForIdeas(page, 'Terrace gardens');
    await Promise.all(gates.map((gate, index) => gate.isAsked(asked[index]! + 1)));
    for (const provider of providers) {
      await choose(page, provider);
      await page.getByRole('button', { name: `Cancel ${provider}` }).click();
      const card = resultFrom(page, provider);
      await see(card.getByRole('heading', { name: 'Cancelled' }));
      await see(card.getByText('You were not charged'));
    }
    for (const gate of gates) {
      await gate.isLeft();
      gate.open();
    }
    for (const provider of providers) {
      await choose(page, provider);
      await resultFrom(page, provider).getByRole('button', { name: 'Try again' }).click();
      await seeIdeas(page, provider);
    }
  }, onPhone));
