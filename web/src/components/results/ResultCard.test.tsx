import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { somePicture } from '../../testing/generations';
import { mount, see } from '../../testing/mount';
import { signIn } from '../../testing/people';
import { answer, cutOff, keepBack, refuse, requestsTo } from '../../testing/server';
import { ResultCard } from './ResultCard';

const card = () => page.getByRole('article', { name: 'Result from Google' });
const button = (name: string) => card().getByRole('button', { name, exact: true });

async function show(generation = somePicture(), onReplace = vi.fn()) {
  signIn();
  answer('GET /api/generation', generation);
  await mount(
    <ResultCard
      generationId={generation.generationId}
      busy={false}
      onReplace={onReplace}
      onDeleted={() => undefined}
    />,
  );
  return { generation, onReplace };
}

test('a failed result says whose fault it was, that nothing was charged, and offers both ways on', async () => {
  const failed = somePicture({
    status: 'failed',
    errorCategory: 'safety',
    errorStatus: 400,
    errorCode: 'content_policy',
  });

  const { onReplace } = await show(failed);

  const alert = card().getByRole('alert');
  await see(alert.getByText('Stopped for safety'));
  await see(alert.getByText('You were not charged'));
  await see(card().getByText('content_policy'));
  await button('Try again').click();
  await button('Try the other provider').click();
  expect(onReplace.mock.calls.map(([, provider]) => provider)).toEqual(['google', 'openai']);
});

test('the button names the price of the size that is chosen, and buys that size', async () => {
  const { generation } = await show();
  answer('POST /api/unlock-image', { ...generation, unlockStatus: 'pending', unlockSize: 2048 });
  await see(button('Unlock · ₹50'));

  await card().getByRole('radio', { name: '2048' }).click();
  await button('Unlock · ₹100').click();

  await see(card().getByText('₹100 is set aside until it arrives.'));
  const [sent] = requestsTo('POST /api/unlock-image');
  expect(sent?.body).toMatchObject({ generationId: generation.generationId, finalSize: 2048 });
  expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('who has too little is asked to add money, and pays nothing', async () => {
  await show();
  refuse('POST /api/unlock-image', 'insufficient_funds');

  await button('Unlock · ₹50').click();

  await see(card().getByRole('alert'));
  await expect.element(button('Unlock · ₹50')).toBeEnabled();
});

test('a picture whose provider was asked can be cancelled as long as free cancels are left', async () => {
  const bought = somePicture({ unlockStatus: 'pending', unlockSize: 1024, providerAsked: true });
  await show(bought);
  const release = keepBack('POST /api/cancel-generation');
  const cancel = card().getByRole('button', { name: /Cancel/ });
  await expect.element(cancel).toHaveTextContent('Cancel · 3 of 3 free today');

  await cancel.click();
  await expect.element(cancel).toHaveAttribute('aria-busy', 'true');
  answer('POST /api/cancel-generation', { ...bought, unlockStatus: 'none', providerAsked: false });
  release();

  await see(button('Unlock · ₹50'));
});

test('without a connection it is said that nobody pays twice, and the same press of the button is sent again', async () => {
  const { generation } = await show();
  cutOff('POST /api/unlock-image');
  await button('Unlock · ₹50').click();
  await see(card().getByText('You never pay twice for the same picture'));

  answer('POST /api/unlock-image', { ...generation, unlockStatus: 'pending', unlockSize: 1024 });
  await button('Unlock · ₹50').click();

  await see(card().getByText('₹50 is set aside until it arrives.'));
  const keys = requestsTo('POST /api/unlock-image').map(({ headers }) =>
    headers.get('Idempotency-Key'),
  );
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});
