// The tools with one provider, with the two of the specification, and with all of the registry.
import { type Provider, providerEntries, providers } from '@sachet/shared/providers';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  answerGenerations,
  someIdeas,
  somePicture,
  somePictureBought,
  someText,
} from '../../testing/generations';
import { somethingKept } from '../../testing/library';
import { readTexts, see, seeGone } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { haveProviders, requiredProviders } from '../../testing/providers';
import { answer, keepBack } from '../../testing/server';
import { visit } from '../../testing/visit';

const [first, second, third] = providers as [Provider, Provider, ...Provider[]];
const nameOf = (provider: Provider) => providerEntries[provider].name;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const resultFrom = (provider: Provider) =>
  page.getByRole('article', { name: `Result from ${nameOf(provider)}` });
const compareWith = page.getByRole('combobox', { name: 'Compare with' });

const someAnswer = (provider: Provider, given = {}) =>
  somePicture({
    mode: 'general',
    provider,
    previewContent: `${provider} begins`,
    contentWords: 80,
    cost: 8,
    ...given,
  });

const show = (results: ReturnType<typeof somePicture>[], settings = {}) =>
  visit(
    `/?mode=${results[0]!.mode}&results=${results.map(({ generationId }) => generationId).join()}`,
    settings,
  );

const seeText = (text: string) => see(page.getByText(text, { exact: true }));

beforeEach(() => void signIn());

describe('with one provider', () => {
  beforeEach(() => haveProviders(requiredProviders, { [second]: { uses: [] } }));

  test('a question is asked once, and the page promises one answer', async () => {
    const orders = answerGenerations([]);
    await visit('/?mode=general&ask=both');
    await see(page.getByRole('radio', { name: 'Ask once' }));
    await seeText(
      'One question, one answer. See how it starts for free, and pay only if you keep it.',
    );
    await page.getByLabelText('Your question', { exact: true }).fill('What is chai?');
    await button('Get an answer · Free').click();
    await expect.poll(() => orders.map(({ provider }) => provider)).toEqual([first]);
  });

  test('a press waits until it is known which providers can be asked', async () => {
    const orders = answerGenerations([]);
    const release = keepBack('GET /api/providers');
    await visit('/?mode=general&ask=both');
    await page.getByLabelText('Your question', { exact: true }).fill('What is chai?');
    const submit = page
      .getByRole('main')
      .getByRole('button', { name: /^(Get|Compare) .* · Free$/ });
    await submit.click();
    await expect.poll(() => document.querySelector('main [type=submit]')?.ariaBusy).toBe('true');
    expect(orders).toEqual([]);
    release();
    await expect.poll(() => orders.map(({ provider }) => provider)).toEqual([first]);
  });

  test('no result offers another provider', async () => {
    const failed = somePicture({ provider: first, status: 'failed', errorCategory: 'safety' });
    const ready = somePicture({ provider: first });
    answerGenerations([failed, ready]);
    await show([failed]);
    await see(button('Try again'));
    expect(button(/^Try /).elements()).toHaveLength(1);
    await show([ready]);
    await see(button(/^Unlock/));
    expect(button(/^Compare/).query()).toBeNull();
  });

  test('captions of an idea are asked from it only', async () => {
    const ideas = someIdeas(first);
    const orders = answerGenerations([ideas], () => ({ content: '- One\n- Two' }));
    await show([ideas]);
    await button('Generate captions (Free)').first().click();
    await expect.poll(() => orders.map(({ provider }) => provider)).toEqual([first]);
  });

  test('a variation of a saved result is asked from it only', async () => {
    const picture = somePictureBought({ provider: first });
    const { generationId } = picture;
    answer('GET /api/library', { items: [somethingKept({ generationId })], next: null });
    const orders = answerGenerations([picture]);
    await visit(`/library?open=${generationId}`);
    await button('Make again · Free').click();
    await expect.poll(() => orders.map(({ provider }) => provider)).toEqual([first]);
  });
});

describe('with two providers', () => {
  test('the sentences name both, and no third can be chosen', async () => {
    const names = `${nameOf(first)} and ${nameOf(second)}`;
    await visit('/?mode=instagram');
    await seeText(`${names} each write three captions. Copy the one you like.`);
    await visit('/?mode=instagram_ideas');
    await seeText(
      `Four post ideas from ${nameOf(first)} and four from ${nameOf(second)}, each with a picture prompt and captions.`,
    );
    await see(button('Get ideas from both · Free'));
    await visit('/?mode=edit_image');
    await seeText(
      `One from ${nameOf(first)}, one from ${nameOf(second)}. Their previews appear here.`,
    );
    await seeText(`AI by ${names}. Sachet isn’t an AI model.`);
    const answers = [someAnswer(first), someAnswer(second)];
    answerGenerations(answers);
    await show(answers);
    await see(resultFrom(second));
    expect(compareWith.query()).toBeNull();
  });
});

describe('with three providers', () => {
  beforeEach(() => haveProviders(providers));

  test('a question goes to two, and the second column can show the third', async () => {
    const answers = [someAnswer(first), someAnswer(second)];
    const orders = answerGenerations(answers, ({ provider }) => someAnswer(provider));
    await visit('/?mode=general&ask=both');
    await expect
      .poll(() =>
        readTexts(page.getByRole('region', { name: 'Price of one answer' }).getByRole('term')),
      )
      .toEqual([first, second].map(nameOf));
    await show(answers);
    await expect.element(compareWith).toHaveValue(second);
    await userEvent.selectOptions(compareWith, third!);
    await see(resultFrom(third!));
    await seeGone(resultFrom(second));
    await expect.element(compareWith).toHaveValue(third!);
    expect(orders).toMatchObject([
      { mode: 'general', provider: third, prompt: answers[0]!.prompt },
    ]);
    await userEvent.selectOptions(compareWith, second);
    await see(resultFrom(second));
    expect(orders).toHaveLength(1);
  });

  test.each([
    ['texts', (provider: Provider) => someAnswer(provider)],
    ['pictures', (provider: Provider) => somePicture({ provider })],
    ['ideas', (provider: Provider) => someIdeas(provider)],
  ] as const)('a desk shows all %s while the second cannot be chosen', async (_name, make) => {
    haveProviders(providers, { [third!]: { uses: [] } });
    const results = [first, second, third!].map(make);
    answerGenerations(results);
    await show(results);
    for (const provider of [first, second, third!]) {
      const name = new RegExp(`^(Result|Ideas) from ${nameOf(provider)}$`);
      await see(page.getByRole('article', { name }).or(page.getByRole('region', { name })));
    }
    expect(compareWith.query()).toBeNull();
  });

  test('a failed answer offers each of the others by name', async () => {
    const failed = somePicture({
      mode: 'general',
      provider: first,
      status: 'failed',
      error: 'Your prompt was refused by the safety system.',
      errorCategory: 'safety',
    });
    const orders = answerGenerations([failed], ({ provider }) => someAnswer(provider));
    await show([failed]);
    await see(button(`Try ${nameOf(second)}`));
    await button(`Try ${nameOf(third!)}`).click();
    await see(resultFrom(third!));
    expect(orders).toMatchObject([{ provider: third }]);
  });

  test('a phone has a tab for each column of ideas, and asks the third on request', async () => {
    const ideas = [first, second].map((provider) => someIdeas(provider));
    const orders = answerGenerations(ideas, ({ provider }) => someIdeas(provider));
    await show(ideas, { phone: true });
    const tabs = page.getByRole('group', { name: 'Provider' }).getByRole('radio');
    await expect.poll(() => tabs.elements().length).toBe(2);
    await button(`Compare with ${nameOf(third!)}`).click();
    await see(page.getByRole('heading', { name: `${third} idea 1` }));
    await seeGone(page.getByRole('heading', { name: `${first} idea 1` }));
    await seeGone(button(/^Compare with/));
    expect(tabs.elements()).toHaveLength(3);
    expect(orders).toMatchObject([{ mode: 'instagram_ideas', provider: third }]);
  });

  test('an idea is captioned by its own provider and one other, and by the third on request', async () => {
    const ideas = someIdeas(third!);
    const orders = answerGenerations([ideas], ({ provider }) => ({
      ...someText({ provider }),
      content: '- One\n- Two',
    }));
    await show([ideas]);
    const asked = () => orders.map(({ provider }) => provider);
    await button('Generate captions (Free)').first().click();
    await expect.poll(asked).toEqual([first, third]);
    const idea = page.getByRole('article').first();
    await idea.getByRole('button', { name: `Compare with ${nameOf(second)}` }).click();
    await expect.poll(asked).toEqual([first, third, second]);
  });

  test('a chat can be with each of them', async () => {
    await visit('/?mode=general');
    const choices = page.getByRole('group', { name: 'Answers from' }).getByRole('radio');
    await expect.poll(() => choices.elements().length).toBe(3);
  });
});

test.each(['general&ask=both', 'product_description'])(
  'the open results of %s name the tab after a visit by their address',
  async (mode) => {
    const answers = [someAnswer(first), someAnswer(second)];
    answerGenerations(answers);
    const ids = answers.map(({ generationId }) => generationId).join();
    await visit(`/?mode=${mode}&results=${ids}`);
    await see(resultFrom(second));
    await expect.poll(() => document.title).toBe('Your results · Sachet');
  },
);
