import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { answerGenerations, somePicture, somePictureBought } from '../../../testing/generations';
import { goBack, see, seeEntries, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { cutOff, keepBack, refuse } from '../../../testing/server';
import { answerUploads, takePhoto } from '../../../testing/uploads';
import { visit } from '../../../testing/visit';

const form = page.getByRole('main');
const chooser = page.getByLabelText('Choose a photo');
const prompt = page.getByLabelText('What should change?', { exact: true });

const generate = page.getByRole('button', { name: 'Generate previews · Free' });
const backToEdit = page.getByRole('button', { name: 'Back to Edit' });

/** The first bytes of an iPhone's HEIC file, with the type that belongs to its name. */
function takeHeic(name: string): File {
  const types: Record<string, string> = { HEIC: 'image/heic', jpg: 'image/jpeg' };
  const type = types[name.split('.')[1] ?? ''] ?? '';
  return new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic', new Uint8Array(5_000)], name, { type });
}

/** Adds an EXIF rotation of 90 degrees to the photo, like a phone that was held upright. */
async function heldUpright(photo: File): Promise<File> {
  const jpeg = new Uint8Array(await photo.arrayBuffer());
  const orientation = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...orientation, 0, 0, 0, 0];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const segment = Uint8Array.from([0xff, 0xe1, 0, body.length + 2, ...body]);
  return new File([jpeg.slice(0, 2), segment, jpeg.slice(2)], photo.name, { type: photo.type });
}

test('the edit form requires a photo and a prompt', async () => {
  await visit('/?mode=edit_image');
  await generate.click();
  await see(form.getByText('Add a photo to edit, or pick one of your results.'));
  await see(form.getByText('Describe what should change.'));
});

test.each<[string, () => File | Promise<File>, string]>([
  [
    'is no picture',
    () => new File(['#!/bin/sh'], 'a.png', { type: 'image/png' }),
    'This file isn’t a valid image. Choose another one.',
  ],
  [
    'is of another kind',
    () => new File(['GIF89a'], 'a.gif', { type: 'image/gif' }),
    'Unsupported file type. Use PNG, JPEG or WebP.',
  ],
  ...['IMG_1.HEIC', 'IMG_1.jpg'].map((name): [string, () => File, string] => [
    `is HEIC and is called ${name}`,
    () => takeHeic(name),
    'This browser can’t open HEIC photos. Save the photo as JPEG',
  ]),
  [
    'is cut short',
    async () => new File([(await takePhoto()).slice(0, 300)], 'a.jpg', { type: 'image/jpeg' }),
    'This picture can’t be opened.',
  ],
])('the edit form explains the problem of a file that %s', async (_, file, words) => {
  await visit('/?mode=edit_image');
  await chooser.upload(await file());
  await see(form.getByText(words));
});

test('the edit form takes a photo that is pasted or dropped, and the user can remove it', async () => {
  await visit('/?mode=edit_image');
  await see(chooser);
  const clipboardData = new DataTransfer();
  clipboardData.items.add(await takePhoto('pasted.jpg'));
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  await see(page.getByAltText('Your photo: pasted.jpg'));
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await seeGone(page.getByAltText('Your photo: pasted.jpg'));

  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(await takePhoto('dropped.jpg'));
  document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await see(page.getByAltText('Your photo: dropped.jpg'));
});

test.each(['', 'image/heic'])(
  'the edit form takes a JPEG of the type "%s" from the file chooser, by drop and by paste',
  async (type) => {
    await visit('/?mode=edit_image');
    const named = async (name: string) => new File([await takePhoto()], name, { type });
    await chooser.upload(await named('chosen'));
    await see(page.getByAltText('Your photo: chosen'));

    const clipboardData = new DataTransfer();
    clipboardData.items.add(await named('pasted'));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await see(page.getByAltText('Your photo: pasted'));

    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(await named('dropped'));
    const drop = { dataTransfer, bubbles: true, cancelable: true };
    document.dispatchEvent(new DragEvent('drop', drop));
    await see(page.getByAltText('Your photo: dropped'));
  },
);

test('the form for several photos can be opened whether a photo is chosen or not', async () => {
  await visit('/?mode=edit_image');
  const several = form.getByRole('link', { name: 'Several photos in one go' });
  await see(several);
  await chooser.upload(await takePhoto());
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await several.click();
  await see(page.getByLabelText('Choose up to 10 photos'));
  // The example of an edit is shown beside both forms.
  await see(page.getByRole('region', { name: 'Before and after' }));
});

test('the file chooser excludes HEIC, so that phones convert their photos', async () => {
  await visit('/?mode=edit_image');
  await expect.element(chooser).toHaveAttribute('accept', 'image/png,image/jpeg,image/webp');
});

test('the edit form restores the photo and the prompt after a reload', async () => {
  await visit('/?mode=edit_image');
  await chooser.upload(await takePhoto());
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await prompt.fill('Make it black and white.');

  await visit('/?mode=edit_image');
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await expect.element(prompt).toHaveValue('Make it black and white.');
});

test('the edit form uploads a large rotated photo upright and no larger than the server stores it', async () => {
  signIn();
  answerGenerations([]);
  const photos = answerUploads();
  await visit('/?mode=edit_image');
  await chooser.upload(await heldUpright(await takePhoto('holiday.jpg', 2400, 1200)));
  await see(page.getByAltText('Your photo: holiday.jpg'));
  await page.getByRole('button', { name: 'Black and white' }).click();
  await expect.element(prompt).toHaveValue('Make it black and white.');
  await generate.click();
  await see(page.getByText('Waiting for Google'));
  const { width, height } = await createImageBitmap(photos[0]!);
  expect([width, height]).toEqual([1024, 2048]);
});

test('a photo is uploaded once for both providers, and again after a failure, a cancel or its expiry', async () => {
  signIn();
  const photos = answerUploads();
  const orders = answerGenerations([]);
  await visit('/?mode=edit_image');
  await chooser.upload(await takePhoto());
  await prompt.fill('Make it black and white.');
  cutOff('POST /api/upload');
  await generate.click();
  const words = form.getByText('Couldn’t reach Sachet. Check your connection and try again.');
  await see(words);

  answerUploads();
  keepBack('POST /api/upload');
  await generate.click();
  await see(page.getByRole('progressbar', { name: 'Uploading your photo' }));
  await goBack(1);
  await seeGone(page.getByRole('progressbar'));
  expect(location.search).toBe('?mode=edit_image');
  await seeEntries(0);
  await generate.click();
  await page.getByRole('button', { name: 'Stop the upload' }).click();
  await seeGone(page.getByRole('progressbar'));
  await expect.element(generate).toBeEnabled();
  expect(words.query()).toBeNull();
  expect([orders, photos]).toEqual([[], []]);

  const taken = answerUploads();
  const toUploadIds = () => orders.map(({ uploadId }) => uploadId);
  for (const press of [1, 2]) {
    await generate.click();
    await see(page.getByText('Waiting for OpenAI'));
    expect([press, toUploadIds().length, new Set(toUploadIds()).size]).toEqual([
      press,
      2 * press,
      1,
    ]);
    await backToEdit.click();
    await expect.element(prompt).toHaveValue('Make it black and white.');
  }
  expect(taken).toHaveLength(1);

  // The upload has expired.
  refuse('POST /api/generate', 'not_found', 'uploadId');
  const takenAgain = answerUploads();
  const release = keepBack('POST /api/upload');
  await generate.click();
  await see(page.getByRole('progressbar'));
  const later = answerGenerations([]);
  release();
  await see(page.getByText('Waiting for OpenAI'));
  expect(takenAgain).toHaveLength(1);
  expect(later.map(({ uploadId }) => uploadId)).toEqual(Array(2).fill(expect.any(String)));
  expect(toUploadIds()).not.toContain(later[0]?.uploadId);
});

const board = page.getByRole('application', { name: 'The picture to mark' });
const mark = page.getByRole('button', { name: 'Mark what to change' });

/** Reads the opacity of a mask at these positions, from 0 to 1. The parts to change are 0. */
async function readMask(mask: Blob, ...points: [number, number][]) {
  const picture = await createImageBitmap(mask);
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(picture, 0, 0);
  const alphas = points.map(
    ([x, y]) => context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data[3],
  );
  return { width, height, alphas };
}

test('the user marks a part by mouse and keys, and the mask is sent once with the photo', async () => {
  signIn();
  const photos = answerUploads();
  const orders = answerGenerations([]);
  await visit('/?mode=edit_image', { phone: true });
  await chooser.upload(await takePhoto());
  await mark.click();
  await see(page.getByText('Paint over what should change.'));
  await expect.element(board).toHaveFocus();
  const { width, height, top } = board.element().getBoundingClientRect();
  expect(width / height).toBeCloseTo(4 / 3, 1);

  await board.click({ position: { x: 0.9 * width, y: 0.9 * height } });
  await see(page.getByText(/^[1-3]% of the picture is marked: lower right\.$/));
  await page.getByRole('button', { name: 'Undo the last stroke' }).click();
  await see(page.getByText('Paint over what should change.'));
  await board.click({ position: { x: 0.9 * width, y: 0.9 * height } });
  await see(page.getByText(/^[1-3]% of the picture is marked/));
  await userEvent.keyboard('{Control>}z{/Control}');
  await see(page.getByText('Paint over what should change.'));
  await board.click({ position: { x: 0.25 * width, y: 0.5 * height } });
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown} ');
  await see(page.getByText('Brush: lower middle, 43% from the left and 80% from the top.'));
  await see(page.getByText(/% of the picture is marked: left, middle, lower middle\.$/));
  // However long the text above the picture is, the picture keeps its position.
  expect(board.element().getBoundingClientRect().top).toBe(top);
  await expectReadable('the brush');
  await page.getByRole('button', { name: 'Done' }).click();
  await seeGone(board);
  await see(page.getByText('Only the marked area should change.'));

  await visit('/?mode=edit_image');
  await see(page.getByRole('button', { name: 'Change the mark' }));
  await prompt.fill('Make it black and white.');
  await generate.click();
  await see(page.getByText('Waiting for OpenAI'));
  expect(photos.map(({ name }) => name)).toEqual(['holiday.jpg', 'mask.png']);
  expect(photos[1]!.type).toBe('image/png');
  // The points are on the first spot, along its stroke, on the spot below its end, and outside of the marks.
  const seen = await readMask(
    photos[1]!,
    [0.25, 0.5],
    [0.4, 0.5],
    [0.43, 0.78],
    [0.9, 0.9],
    [0.1, 0.1],
  );
  expect(seen).toEqual({ width: 1024, height: 768, alphas: [0, 0, 0, 255, 255] });
  const sent = orders.map(({ uploadId, maskUploadId }) => [uploadId, maskUploadId]);
  expect(new Set(sent.flat()).size).toBe(2);
  expect(sent).toEqual([sent[0], sent[0]]);

  // Only the mask has expired, so only the mask is uploaded again.
  await backToEdit.click();
  refuse('POST /api/generate', 'not_found', 'maskUploadId');
  const release = keepBack('POST /api/upload');
  await generate.click();
  await see(page.getByRole('progressbar'));
  const later = answerGenerations([]);
  release();
  await see(page.getByText('Waiting for OpenAI'));
  expect(photos.map(({ name }) => name)).toEqual(['holiday.jpg', 'mask.png', 'mask.png']);
  expect(later[0]).toMatchObject({ uploadId: sent[0]![0] });

  await backToEdit.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await chooser.upload(await takePhoto('other.jpg'));
  await see(mark);
});

test('the user edits a result and then that edit, each from the previous picture', async () => {
  signIn();
  const first = somePicture({ prompt: 'A houseboat' });
  const orders = answerGenerations([first], () => ({
    status: 'ready',
    generationId: `gen_made_${orders.length}`,
  }));
  await visit(`/?mode=image&results=${first.generationId}`);
  await page.getByRole('button', { name: 'Edit the result from Google' }).click();
  await see(page.getByAltText('A houseboat'));
  // The picture was not bought, so its edit costs at least as much as the picture.
  await expect.poll(() => page.getByText('₹50').elements().length).toBeGreaterThan(0);
  await prompt.fill('Apply a vintage filter.');
  await generate.click();
  const edit = page.getByRole('article', { name: 'Result from OpenAI' });
  await see(edit.getByRole('button', { name: /^Unlock/ }));
  const { generationId } = first;
  expect(orders).toMatchObject([
    { provider: 'google', sourceGenerationId: generationId },
    { provider: 'openai', sourceGenerationId: generationId },
  ]);

  await page.getByRole('button', { name: 'Edit the result from OpenAI' }).click();
  await see(page.getByAltText('Apply a vintage filter.'));
  await expect.element(prompt).toHaveValue('');
  await prompt.fill('Give it vibrant colors.');
  await generate.click();
  await expect.poll(() => orders.length).toBe(4);
  expect(orders[3]?.sourceGenerationId).toBe('gen_made_2');
});

test('the price of an edit includes the price of its picture at a size that the user has not bought', async () => {
  signIn();
  const bought = somePictureBought({ prompt: 'A houseboat', pricesNow: { '2048': 175 } });
  answerGenerations([bought]);
  await visit(`/?mode=image&results=${bought.generationId}`);
  await page.getByRole('button', { name: 'Edit the result from Google' }).click();
  await see(page.getByAltText('A houseboat'));
  const prices = form.getByRole('region', { name: 'Estimated price' });
  const note = form.getByText('The price includes the original picture');
  await see(prices.getByText('₹45'));
  await see(prices.getByText('₹60'));
  expect(note.query()).toBeNull();
  await form.getByRole('radio', { name: '2048' }).click();
  await expect.poll(() => prices.getByText('₹175').elements().length).toBe(2);
  await see(note);
});
