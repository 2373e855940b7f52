// The consent bar, and what the page sends to analytics after each choice.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { askConsentAgain, chooseConsent } from '../analytics/consent';
import { signUpWithEmail } from '../../features/people/auth/sign-in';
import { expectAccess, expectToFit } from '../../testing/access';
import { see, seeGone } from '../../testing/mount';
import { answerNewcomer } from '../../testing/people';
import { answer, clientConfig } from '../../testing/server';
import { visit } from '../../testing/visit';

const bar = page.getByRole('region', { name: 'Cookie consent' });
const accept = bar.getByRole('button', { name: 'Accept all' });
const reject = bar.getByRole('button', { name: 'Reject non\u2011essential' });
const choices = page.getByRole('button', { name: 'Cookie choices' });
const heading = page.getByRole('heading', { level: 1 });

type Tag = { dataLayer?: ArrayLike<unknown>[] };
const commands = () => ((window as Tag).dataLayer ?? []).map((each) => Array.from(each));
const tags = () => document.querySelectorAll('script[src*=googletagmanager]');
const scripts = () => tags().length;
const stored = () => localStorage.getItem('sachet.consent');

beforeEach(() => {
  answer('GET /api/config', { ...clientConfig, analytics: { measurementId: 'G-TEST123' } });
  askConsentAgain();
});

// Restores the initial state: no choice, no analytics session and no tag.
afterEach(() => {
  chooseConsent('denied');
  askConsentAgain();
  delete (window as Tag).dataLayer;
  for (const tag of tags()) tag.remove();
});

describe('without consent', () => {
  test('the consent bar stays closed after a rejection, and nothing is sent', async () => {
    await visit('/');
    await see(accept);
    await expectAccess('the bar');
    await reject.click();
    await seeGone(bar);
    // The page no longer reserves the height of the bar.
    expect(document.documentElement.style.getPropertyValue('--consent')).toBe('');
    expect(stored()).toBe('denied');
    await visit('/about');
    await see(heading);
    expect(bar.query()).toBeNull();
    expect([scripts(), commands()]).toEqual([0, []]);
  });

  test('nothing is stored or sent before the visitor chooses, and the privacy page can be read first', async () => {
    await visit('/');
    await bar.getByRole('link', { name: 'Privacy' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'Privacy' }));
    await see(bar);
    expect(stored()).toBeNull();
    expect([scripts(), commands()]).toEqual([0, []]);
  });

  test.each(['en', 'hi', 'hg'] as const)(
    'the consent bar covers no content on a phone (%s)',
    async (language) => {
      await visit('/?mode=image', { phone: true, language });
      await expect.poll(() => document.querySelector('section.fixed')).not.toBeNull();
      const region = () => document.querySelector('section.fixed')!.getBoundingClientRect();
      const generate = () => document.querySelector('form button[type=submit]');
      await expect.poll(generate).not.toBeNull();
      await expect
        .poll(() => generate()!.getBoundingClientRect().bottom <= region().top)
        .toBe(true);
      await expectToFit('the bar on a phone');
    },
  );

  test('both answers of the consent bar work by keyboard and look equally important', async () => {
    await visit('/');
    await see(reject);
    expect(reject.element().className).toBe(accept.element().className);
    (reject.element() as HTMLElement).focus();
    await userEvent.tab();
    await expect.element(accept).toHaveFocus();
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await seeGone(bar);
    expect(stored()).toBe('denied');
  });
});

test('after consent, the tag receives pages without queries and a sign-up without an address, until consent is withdrawn', async () => {
  await visit('/signup?from=asha%40people.test');
  await see(page.getByRole('dialog', { name: 'Create your account' }));
  await userEvent.keyboard('{Escape}');
  await accept.click();
  await seeGone(bar);
  expect(stored()).toBe('granted');
  expect(scripts()).toBe(1);
  expect(commands().slice(0, 2)).toEqual([
    ['consent', 'default', expect.objectContaining({ analytics_storage: 'denied' })],
    ['consent', 'update', expect.objectContaining({ analytics_storage: 'granted' })],
  ]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Terms' }));
  const views = () => commands().filter(([, name]) => name === 'page_view');
  await expect
    .poll(() => views().at(-1))
    .toEqual(['event', 'page_view', { page_location: `${location.origin}/terms` }]);
  answerNewcomer();
  const names = { accountType: 'individual', name: 'Asha Verma', orgName: '' } as const;
  await signUpWithEmail('asha@people.test', 'chai and samosa', names);
  const signUps = commands().filter(([, name]) => name === 'sign_up');
  expect(signUps).toEqual([['event', 'sign_up', { method: 'email' }]]);
  expect(JSON.stringify(commands())).not.toContain('asha');

  await choices.click();
  await see(bar);
  await reject.click();
  await seeGone(bar);
  expect(stored()).toBe('denied');
  expect(commands().at(-1)).toEqual([
    'consent',
    'update',
    expect.objectContaining({ analytics_storage: 'denied' }),
  ]);
  const told = commands().length;
  await visit('/about');
  await see(page.getByRole('heading', { level: 1, name: 'About' }));
  expect(commands()).toHaveLength(told);
  expect(scripts()).toBe(1);
});
