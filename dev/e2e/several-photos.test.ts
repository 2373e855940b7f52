import { afterAll, beforeAll, expect, test } from 'vitest';
import { bonus, captured, held, prompt, readNewestEvents } from './edit-steps.ts';
import { arrive } from './people.ts';
import { takePhoto } from './photo.ts';
import { see, soon } from './steps.ts';
import { shareStudio, type Studio } from './studio.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

test('a shopkeeper cleans up four photos on a phone, keeps three with one press and finds them bought after a reload', () =>
  studio.visit(
    async ({ page }) => {
      await arrive(studio, page);
      await page.goto('/?mode=edit_image');
      await page.getByRole('link', { name: 'Several photos in one go' }).click();
      const buffer = await takePhoto(page, { width: 640, height: 480 });
      const files = [1, 2, 3, 4].map((number) => ({
        name: `jar-${number}.jpg`,
        mimeType: 'image/jpeg',
        buffer,
      }));
      await page.getByLabel('Choose up to 10 photos').setInputFiles(files);
      await see(page.getByText('4 of 10 photos'));
      await page.locator('summary', { hasText: 'Product photo' }).click();
      await page.getByRole('button', { name: 'White background' }).click();
      await soon(async () =>
        expect(await prompt(page).inputValue()).toContain('plain white background'),
      );
      await page.getByRole('button', { name: 'See 4 previews · Free' }).click();

      for (const number of [1, 2, 3, 4]) await see(page.getByLabel(`Keep photo ${number}`));
      await page.getByRole('button', { name: 'Select all' }).click();
      await see(page.getByRole('button', { name: 'Unlock 4 for ₹180' }));
      await page.getByLabel('Keep photo 3').click();
      await page.getByRole('button', { name: 'Unlock 3 for ₹135' }).click();
      await see(page.getByText('3 of 4 bought'));
      await page.reload();
      await see(page.getByText('3 of 4 bought'));
      await see(page.getByLabel('Keep photo 3'));

      const events = await readNewestEvents(studio);
      expect(events).toHaveLength(7);
      expect(events[0]).toEqual(bonus);
      for (const kind of [held(45_00), captured(45_00)]) {
        expect(events.filter((event) => kind.asymmetricMatch(event))).toHaveLength(3);
      }
      expect(events.at(-1)).toMatchObject({ balance_after: 115_00 });
      await studio.books.expectToBeSound();
    },
    { phone: true },
  ));
