import type {
  CancelGenerationRequest,
  GenerateRequest,
  GenerationResult,
} from '@sachet/shared/studio/contracts/generation';
import { failureText } from '@sachet/shared/studio/failure';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readImageDraft } from '../pictures/image-prompt';
import { later, someIdeas, someText } from '../../../testing/generations';
import { button, mount, see } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import { answer, requestsTo } from '../../../testing/server';
import { IdeasTool } from './IdeasTool';

const ideasFrom = (provider: string) =>
  page.getByRole('region', { name: `Ideas from ${provider}` });
const resultFrom = (provider: string) =>
  page.getByRole('article', { name: `Result from ${provider}` });
const captionsButton = 'Generate captions (Free)';
const otherCaptions = 'Write new captions (Free)';

const failure = { status: 'failed', errorCategory: 'server', error: failureText.server } as const;

const captions = '- One #a\n- Two #b\n- Three #c';

/** Answers with these generations. `make` creates the result of a new request. */
function serve(ready: GenerationResult[], make?: (order: GenerateRequest) => GenerationResult) {
  signIn();
  answer('GET /api/generation', ({ search }) => {
    return ready.find(({ generationId }) => generationId === search.get('id'))!;
  });
  answer('POST /api/generate', ({ body }) => {
    const made = make!(body as GenerateRequest);
    ready.push(made);
    return made;
  });
}

async function show(shown: GenerationResult[], given: { phone?: boolean } = {}): Promise<void> {
  const ids = shown.map(({ generationId }) => generationId).join(',');
  await mount(<IdeasTool />, { path: `/?mode=instagram_ideas&results=${ids}`, ...given });
}

test('the ideas lead to the captions, and name the providers that write them', async () => {
  signIn();
  await mount(<IdeasTool />, { path: '/?mode=instagram_ideas' });
  const names = 'Google and OpenAI';
  await see(
    page.getByText(`${names} each write three captions. Copy the one you like.`, { exact: true }),
  );
});

const askedProviders = () =>
  requestsTo('POST /api/generate').map(({ body }) => (body as GenerateRequest).provider);

test('the ideas say why a provider failed, beside those of the other provider, and a retry asks only the failed one', async () => {
  const shown = [someIdeas('google', failure), someIdeas('openai')];
  serve(shown, ({ provider }) => someIdeas(provider));
  await show([...shown]);

  const failed = resultFrom('Google');
  await see(failed.getByRole('heading', { name: 'Provider is having trouble' }));
  await see(failed.getByText(failureText.server));
  await see(failed.getByText('You were not charged'));
  await expect.element(failed.getByText('UNAVAILABLE')).not.toBeVisible();
  await failed.getByText('Details').click();
  await see(failed.getByText('UNAVAILABLE'));
  await see(failed.getByText('503'));
  await see(ideasFrom('OpenAI').getByText('openai idea 4'));
  await expect.element(button('Try the other provider')).not.toBeInTheDocument();

  await button('Try again').click();

  await see(ideasFrom('Google').getByText('google idea 4'));
  await see(ideasFrom('OpenAI').getByText('openai idea 4'));
  expect(askedProviders()).toEqual(['google']);

  await ideasFrom('OpenAI').getByRole('button', { name: 'Generate image (Paid)' }).first().click();
  await expect.poll(() => location.search).toBe('?mode=image');
  expect(readImageDraft().subject).toBe('Steam over clay cups');
});

test.each([
  ['unreadable_ideas', "Couldn't parse ideas. Try again with simpler inputs."],
  ['no_ideas', 'No ideas generated. Try again.'],
] as const)(
  "the column of a provider whose answer ends as %s says so and offers a retry, beside the other provider's ideas",
  async (errorCode, words) => {
    const shown = [someIdeas('google', { status: 'failed', errorCode }), someIdeas('openai')];
    serve(shown, ({ provider }) => someIdeas(provider));
    await show([...shown]);

    await see(resultFrom('Google').getByText(words));
    await see(resultFrom('Google').getByText('You were not charged'));
    await see(ideasFrom('OpenAI').getByText('openai idea 1'));
    await button('Try again').click();
    await see(ideasFrom('Google').getByText('google idea 4'));
  },
);

test('an idea requests captions from both providers, and retries only the one that failed', async () => {
  const shown = [someIdeas('google'), someIdeas('openai')];
  let isFailing = true;
  serve(shown, ({ provider, mode }) => {
    const isFailed = isFailing && provider === 'openai';
    return someText({ mode, provider, ...(isFailed ? failure : { content: captions }) });
  });
  await show([...shown]);
  const idea = ideasFrom('OpenAI').getByRole('article').nth(1);

  await idea.getByRole('button', { name: captionsButton }).click();

  await see(idea.getByRole('button', { name: 'Copy caption 3' }));
  await see(idea.getByText(failureText.server));
  await see(idea.getByText('You were not charged'));
  expect(askedProviders()).toEqual(['google', 'openai']);
  const [first] = requestsTo('POST /api/generate').map(({ body }) => body as GenerateRequest);
  expect(first).toMatchObject({ mode: 'instagram', quality: 'speed' });
  expect(first!.prompt).toContain('Title: openai idea 2');
  expect(page.getByRole('button', { name: captionsButton }).elements()).toHaveLength(7);

  isFailing = false;
  await idea.getByRole('button', { name: 'Try again' }).click();

  await expect.element(idea.getByText(failureText.server)).not.toBeInTheDocument();
  await expect.poll(() => idea.getByRole('listitem').elements().length).toBe(6);
  expect(askedProviders()).toEqual(['google', 'openai', 'openai']);
});

test('the focus moves to the captions of an idea, and the paid button stays in its place', async () => {
  const shown = [someIdeas('google'), someIdeas('openai')];
  serve(shown, ({ provider, mode }) => someText({ mode, provider, content: captions }));
  await show([...shown]);
  const idea = ideasFrom('OpenAI').getByRole('article').nth(1);
  const paid = idea.getByRole('button', { name: 'Generate image (Paid)' });
  const getTop = (element: Element) => element.getBoundingClientRect().top;
  const readOffset = () => getTop(paid.element()) - getTop(idea.element());
  await see(paid);
  const before = readOffset();
  await idea.getByRole('button', { name: captionsButton }).click();
  await see(idea.getByRole('button', { name: 'Copy caption 3' }));
  await expect.element(idea.getByRole('region', { name: 'Captions' })).toHaveFocus();
  expect(readOffset()).toBeCloseTo(before, 0);
});

test('the captions of one provider can be cancelled for free and requested again', async () => {
  const shown = [someIdeas('google'), someIdeas('openai')];
  let isSlow = true;
  serve(shown, ({ provider, mode }) => {
    const slow = isSlow && provider === 'openai';
    return someText({ mode, provider, ...(slow ? { status: 'running' } : { content: captions }) });
  });
  await show([...shown]);
  const idea = ideasFrom('Google').getByRole('article').first();
  await idea.getByRole('button', { name: captionsButton }).click();
  await see(idea.getByRole('button', { name: 'Copy caption 3' }));
  answer('POST /api/cancel-generation', ({ body }) => {
    const { generationId } = body as CancelGenerationRequest;
    const asked = shown.find((each) => each.generationId === generationId);
    return later(asked!, { status: 'cancelled' });
  });
  await expect
    .element(idea.getByRole('button', { name: otherCaptions }))
    .toHaveAttribute('aria-disabled', 'true');
  await idea.getByRole('button', { name: 'Cancel OpenAI' }).click();
  await see(idea.getByText('You were not charged'));
  await see(idea.getByText('Cancelled'));

  isSlow = false;
  await idea.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => idea.getByRole('listitem').elements().length).toBe(6);
  await see(idea.getByRole('button', { name: otherCaptions }));
  expect(askedProviders()).toEqual(['google', 'openai', 'openai']);
});

test("one provider's ideas are shown when the other cannot be asked, and the other can be asked later", async () => {
  const shown = [someIdeas('google'), someIdeas('openai')];
  let isReachable = false;
  serve(shown, ({ provider, mode }) => {
    if (provider === 'openai' && !isReachable) throw new TypeError('Failed to fetch');
    return mode === 'instagram_ideas'
      ? someIdeas(provider)
      : someText({ provider, mode, content: captions });
  });
  await mount(<IdeasTool />, { path: '/?mode=instagram_ideas' });
  await page.getByLabelText('Niche', { exact: true }).fill('Tea');
  await button('Get ideas from both · Free').click();

  await see(page.getByText('Couldn’t reach Sachet. Check your connection and try again.'));
  await see(ideasFrom('Google').getByText('google idea 4'));
  isReachable = true;
  await button('Compare with OpenAI').click();
  await see(ideasFrom('OpenAI').getByText('openai idea 4'));
  await see(ideasFrom('Google').getByText('google idea 4'));
});

test('a phone shows the ideas of one provider, and the URL keeps the chosen one', async () => {
  const shown = [someIdeas('google', failure), someIdeas('openai')];
  serve(shown);
  await show(shown, { phone: true });
  await see(resultFrom('Google'));
  await expect.element(page.getByText('openai idea 1')).not.toBeVisible();
  await see(page.getByRole('radio', { name: 'Failed Google' }));

  await page.getByRole('radio', { name: 'OpenAI' }).click();

  await see(page.getByText('openai idea 1'));
  await expect.element(resultFrom('Google')).not.toBeInTheDocument();
  expect(new URLSearchParams(location.search).get('by')).toBe('openai');

  await button('Close').click();
  await expect.poll(() => location.search).toBe('?mode=instagram');
});
