import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { see, seeGone, visit } from '../testing/mount';

const form = page.getByRole('main');
const chooser = page.getByLabelText('Choose a photo');
const prompt = page.getByLabelText('What should change?');

/** A photo as a camera would write it. */
async function takePhoto(name = 'holiday.jpg'): Promise<File> {
  const canvas = new OffscreenCanvas(320, 240);
  canvas.getContext('2d')?.fillRect(0, 0, 160, 240);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], name, {
    type: 'image/jpeg',
  });
}

test('an edit needs a photo and words', async () => {
  await visit('/?mode=edit_image');
  await page.getByRole('button', { name: 'Generate previews · Free' }).click();
  await see(form.getByText('Add a photo to edit, or pick one of your results.'));
  await see(form.getByText('Say what should change.'));
});

test.each([
  [
    'is no picture',
    () => new File(['#!/bin/sh'], 'a.png', { type: 'image/png' }),
    'This file is called a picture but is none. Choose another one.',
  ],
  [
    'is of another kind',
    () => new File(['GIF89a'], 'a.gif', { type: 'image/gif' }),
    'This is no PNG, JPEG or WebP picture. Choose one that is.',
  ],
  [
    'is cut short',
    async () => new File([(await takePhoto()).slice(0, 300)], 'a.jpg', { type: 'image/jpeg' }),
    'This picture cannot be opened.',
  ],
])('a file that %s is told in words', async (_, file, words) => {
  await visit('/?mode=edit_image');
  await chooser.upload(await file());
  await see(form.getByText(words));
});

test('a photo that is pasted or dropped is taken, and can be removed', async () => {
  await visit('/?mode=edit_image');
  await see(chooser);
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await takePhoto('pasted.jpg'));
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await see(page.getByAltText('Your photo: pasted.jpg'));
  await page.getByRole('button', { name: 'Remove' }).click();
  await seeGone(page.getByAltText('Your photo: pasted.jpg'));

  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await takePhoto('dropped.jpg'));
  document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await see(page.getByAltText('Your photo: dropped.jpg'));
});

test('the photo and the words are there again later', async () => {
  await visit('/?mode=edit_image');
  await chooser.upload(await takePhoto());
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await prompt.fill('Make it black and white.');

  await visit('/?mode=edit_image');
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await expect.element(prompt).toHaveValue('Make it black and white.');
});
