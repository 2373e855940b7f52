import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sessionStore } from '../session/session';
import { somePicture } from '../testing/generations';
import { mount, see } from '../testing/mount';
import { signIn } from '../testing/people';
import { answer } from '../testing/server';
import { HomePage } from './HomePage';

test.each([
  ['/?mode=image&results=gen_1', 'Sign in to see these results'],
  ['/?mode=edit_image&results=gen_1', 'Sign in to see these results'],
  ['/?mode=instagram&results=gen_1', 'Sign in to see these results'],
  ['/?mode=instagram_ideas&results=gen_1', 'Sign in to see these results'],
  ['/?mode=general&results=gen_1', 'Sign in to see these results'],
  ['/?mode=general&chat=con_1', 'Sign in to read this chat'],
])(
  'given nobody who is signed in, then %s asks for it and waits for nothing',
  async (path, title) => {
    sessionStore.set({ status: 'signed-out' });
    await mount(<HomePage />, { path });
    await see(page.getByRole('heading', { name: title }));
    await see(page.getByRole('button', { name: 'Sign in' }));
    expect(document.querySelector('[aria-busy]')).toBeNull();
  },
);

test('given a link to results, when its owner signs in, then the very page opens', async () => {
  const generation = somePicture();
  const path = `/?mode=image&results=${generation.generationId}`;
  sessionStore.set({ status: 'signed-out' });
  answer('GET /api/generation', generation);
  await mount(<HomePage />, { path });
  await see(page.getByRole('heading', { name: 'Sign in to see these results' }));
  signIn();
  await see(page.getByRole('article', { name: 'Result from Google' }));
  await expect.poll(() => location.pathname + location.search).toBe(path);
});
