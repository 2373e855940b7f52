// Pasting text, cells and pictures into prompt boxes.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerChat, someConversation } from '../../../testing/conversations';
import { copyCells, paste, takeScreenshot } from '../../../testing/clipboard';
import { see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { visit } from '../../../testing/visit';

const boxes = [
  ['/', 'What do you want to see?', 600],
  ['/?mode=image', 'Subject', 3800],
  ['/?mode=edit_image', 'What should change?', 3800],
  ['/?mode=general&ask=both', 'Your question', 4000],
  ['/?mode=general', 'Your message', 8000],
] as const;

test.each(boxes)(
  'a box at %s cuts 300,000 pasted characters to its limit and says so until the text changes',
  async (path, label, max) => {
    await visit(path);
    const box = page.getByRole('textbox', { name: label });
    await box.fill('Kites ');
    paste(box, { text: 'string '.repeat(43_000) });
    await see(
      page.getByText(
        `Text is limited to ${max.toLocaleString('en-IN')} characters. The rest was cut.`,
      ),
    );
    const { value } = box.element() as HTMLTextAreaElement;
    expect(value).toHaveLength(max);
    expect(value).toMatch(/^Kites string string/);
    await box.fill('Kites');
    await seeGone(page.getByText('The rest was cut.'));
  },
);

test('a box accepts a pasted text within its limit', async () => {
  const [path, label, max] = boxes[1];
  await visit(path);
  const box = page.getByRole('textbox', { name: label });
  await box.fill('');
  // A text box shortens each line break to one character.
  const text = `a\r\nb\r\n${'c'.repeat(max - 4)}`;
  paste(box, { text });
  await expect.element(box).toHaveValue(text.replaceAll('\r', ''));
  expect(page.getByText('The rest was cut.').query()).toBeNull();
});

test('the editor takes cells from Excel as text beside a photo, and a picture or its file as a photo', async () => {
  await visit('/?mode=edit_image');
  const box = page.getByRole('textbox', { name: 'What should change?' });
  await see(box);
  const cells = await copyCells();
  expect(paste(box, cells)).toBe(true);
  await expect.element(box).toHaveValue(cells.text);
  expect(page.getByAltText(/^Your photo/).query()).toBeNull();

  expect(paste(box, { file: await takeScreenshot('shot.png') })).toBe(false);
  await see(page.getByAltText('Your photo: shot.png'));
  await expect.element(box).toHaveValue(cells.text);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await seeGone(page.getByAltText('Your photo: shot.png'));

  // A file manager adds the file's name as text.
  expect(paste(box, { text: 'kite.png', file: await takeScreenshot('kite.png') })).toBe(false);
  await see(page.getByAltText('Your photo: kite.png'));
});

test('the editor takes cells from Excel that are pasted outside of the boxes as a photo', async () => {
  await visit('/?mode=edit_image');
  await see(page.getByLabelText('Choose a photo'));
  expect(paste(page.getByRole('main'), await copyCells())).toBe(false);
  await see(page.getByAltText('Your photo: image.png'));
});

test('the chat attaches a pasted screenshot to the next message, and keeps its words', async () => {
  signIn();
  answerChat(someConversation());
  await visit('/?mode=general&chat=con_1');
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('textbox');
  await box.fill('Like this');
  expect(paste(box, { file: await takeScreenshot() })).toBe(false);
  await see(dialog.getByRole('img', { name: /^Your photo: / }));
  await expect.element(box).toHaveValue('Like this');
});

test('the chat takes pasted cells from Excel as text', async () => {
  await visit('/?mode=general');
  const box = page.getByRole('textbox', { name: 'Your message' });
  await see(box);
  const cells = await copyCells();
  expect(paste(box, cells)).toBe(true);
  await expect.element(box).toHaveValue(cells.text);
  expect(page.getByRole('img', { name: /^Your photo: / }).query()).toBeNull();
});

test('the chat attaches a dropped picture, and the page stays', async () => {
  await visit('/?mode=general');
  await see(page.getByRole('textbox', { name: 'Your message' }));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await takeScreenshot());
  const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  expect(document.body.dispatchEvent(drop)).toBe(false);
  await see(page.getByRole('img', { name: /^Your photo: / }));
});
