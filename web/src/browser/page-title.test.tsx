import { expect, test } from 'vitest';
import { mount, unmount } from '../testing/mount';
import { usePageTitle } from './page-title';

function Title({ words }: { words: string }) {
  usePageTitle(words);
  return null;
}

const title = () => document.title;

test('the title is that of the page on top, then that of the page below, then that of the site', async () => {
  const below = <Title words="Image" />;
  await mount(
    <>
      {below}
      <Title words="Your results" />
    </>,
  );
  await expect.poll(title).toBe('Your results · Sachet');
  await mount(below);
  await expect.poll(title).toBe('Image · Sachet');
  unmount();
  await expect.poll(title).toBe('Sachet');
});
