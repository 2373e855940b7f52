import { providerEntries, providers } from '@sachet/shared/providers';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatList } from '../../i18n/list';
import { policies as en } from '../../i18n/policies/en';
import { policies as hg } from '../../i18n/policies/hg';
import { policies as hi } from '../../i18n/policies/hi';
import { expectReadable } from '../../testing/access';
import { button, readTexts, see } from '../../testing/mount';
import { answer, clientConfig } from '../../testing/server';
import { visit } from '../../testing/visit';

const allNames = providers.map((provider) => providerEntries[provider].name);

const headings = () => readTexts(page.getByRole('main').getByRole('heading', { level: 2 }));
const contents = page.getByRole('navigation', { name: 'On this page' });
const toHeadings = ({ sections }: { sections: { heading: string }[] }) =>
  sections.map(({ heading }) => heading);

describe('a policy page', () => {
  test.each([
    ['en', en],
    ['hi', hi],
    ['hg', hg],
  ] as const)('a policy page shows the texts of its language (%s)', async (language, words) => {
    await visit('/privacy', { language });
    await see(page.getByRole('heading', { level: 1, name: words.privacy.title }));
    expect(headings()).toEqual(toHeadings(words.privacy));
    await expect.poll(() => document.title).toContain(words.privacy.title);
  });

  test('a policy page changes its texts with the language and keeps the address', async () => {
    await visit('/terms#section-3');
    await see(page.getByRole('heading', { level: 1, name: en.terms.title }));
    await button('हिन्दी').click();
    await see(page.getByRole('heading', { level: 1, name: hi.terms.title }));
    expect(headings()).toEqual(toHeadings(hi.terms));
    expect(location.pathname + location.hash).toBe('/terms#section-3');
  });

  test("a policy page shows the company's name, address and contact", async () => {
    await visit('/contact');
    const mail = page.getByRole('main').getByRole('link', { name: 'help@sachet.test' });
    await see(mail);
    await expect.element(mail.first()).toHaveAttribute('href', 'mailto:help@sachet.test');
    await see(page.getByText('Sachet Studio Private Limited').first());
    await see(page.getByText('Pune, Maharashtra, India').first());
  });

  test('a policy page leaves out missing details of the company', async () => {
    const { company } = clientConfig;
    answer('GET /api/config', { ...clientConfig, company: { ...company, taxId: '', state: '' } });
    await visit('/contact');
    await see(page.getByText('Pune, India').first());
    expect(page.getByRole('main').getByText('Tax ID').query()).toBeNull();
  });

  test.each([
    [['google', 'openai'], 'Google or OpenAI'],
    [['openai'], 'OpenAI'],
    [providers, formatList('en', allNames, 'disjunction')],
  ])(
    'the privacy policy of an installation with %j names them as recipients of prompts, and no other',
    async (ids, names) => {
      answer('GET /api/config', { ...clientConfig, providers: [...ids] });
      await visit('/privacy');
      await see(page.getByText(`The AI provider that answers them: ${names}.`));
    },
  );

  test.each(['/privacy', '/terms', '/content-policy', '/billing', '/contact', '/about'])(
    'a policy page leaves no placeholder unfilled (%s)',
    async (path) => {
      await visit(path);
      await see(page.getByRole('heading', { level: 1 }));
      const words = () => page.getByRole('main').element().textContent;
      await expect.poll(words).not.toContain('…');
      expect(words()).not.toMatch(/\{\{|\}\}/);
    },
  );
});

describe('a long policy page', () => {
  test('a long page lists its sections, and a press on one scrolls to it', async () => {
    await visit('/privacy');
    await see(contents);
    const links = contents.getByRole('link');
    expect(readTexts(links)).toEqual(toHeadings(en.privacy));
    const last = toHeadings(en.privacy).at(-1)!;
    await contents.getByRole('link', { name: last, exact: true }).click();
    const heading = page.getByRole('heading', { level: 2, name: last, exact: true });
    await expect
      .poll(() => heading.element().getBoundingClientRect().top)
      .toBeLessThan(innerHeight);
    expect(location.hash).toBe(`#section-${toHeadings(en.privacy).length}`);
  });

  test('a long page opens at the section in its address once the text has loaded', async () => {
    await visit('/privacy#section-5');
    const fifth = page.getByRole('heading', {
      level: 2,
      name: toHeadings(en.privacy)[4],
      exact: true,
    });
    await see(fifth);
    await expect.poll(() => scrollY).toBeGreaterThan(0);
    const getTop = () => fifth.element().getBoundingClientRect().top;
    // Below the sticky header and inside the window.
    await expect.poll(getTop).toBeLessThan(innerHeight / 2);
    expect(getTop()).toBeGreaterThan(0);
  });

  test('a long page collapses its list of sections on a phone, is accessible and fits the screen', async () => {
    await visit('/privacy', { phone: true, language: 'hi' });
    const list = page.getByRole('main').getByRole('navigation').first();
    await see(list);
    expect(list.getByRole('link').query()).toBeNull();
    await list.getByText(/./).first().click();
    await see(list.getByRole('link').first());
    await expectReadable('a policy');
  });
});

test('a short page has no list of sections', async () => {
  await visit('/contact');
  await see(page.getByRole('heading', { level: 1, name: en.contact.title }));
  expect(contents.query()).toBeNull();
});
