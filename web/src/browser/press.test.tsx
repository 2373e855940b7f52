import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount, see } from '../testing/mount';
import { press, type Hand } from '../testing/pointer';
import { createStore, useStore } from './store';

const hands: Hand[] = ['mouse', 'finger'];
const button = page.getByRole('button', { name: 'Pay' });

/**
 * The change of the page during the press: nothing, a banner that pushes the button down, or another button in
 * its place.
 */
const come = createStore<'nothing' | 'banner' | 'button' | 'instead' | 'dialog'>('nothing');
let clicks: string[] = [];

function Page() {
  const what = useStore(come);
  const click = (name: string) => () => void clicks.push(name);
  return (
    <main>
      {what === 'banner' && <p style={{ height: '9rem' }}>A banner</p>}
      {what === 'button' && (
        <button type="button" style={{ height: '9rem' }} onClick={click('Cancel')}>
          Cancel
        </button>
      )}
      <div inert={what === 'dialog'}>
        {what !== 'instead' && (
          <button type="button" onClick={click('Pay')}>
            <span>Pay</span>
          </button>
        )}
      </div>
      {what === 'dialog' && <div style={{ position: 'fixed', inset: 0 }}>A dialog</div>}
      <button type="button" onClick={click('Delete')}>
        Delete
      </button>
    </main>
  );
}

beforeEach(async () => {
  clicks = [];
  come.set('nothing');
  await mount(<Page />);
  await see(button);
});

/** Waits long enough for a click to arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

test.each(hands)('a press by %s clicks its button', async (hand) => {
  const release = await press(button, hand);
  await release();
  await expect.poll(() => clicks).toEqual(['Pay']);
});

test.each(hands)('a press by %s clicks its button after the page has moved', async (hand) => {
  const release = await press(button, hand);
  come.set('banner');
  await see(page.getByText('A banner'));
  await release();
  await expect.poll(() => clicks).toEqual(['Pay']);
});

test.each(hands)(
  'a press by %s clicks only its own button when another one moves below the pointer',
  async (hand) => {
    const release = await press(button, hand);
    come.set('button');
    await see(page.getByRole('button', { name: 'Cancel' }));
    await release();
    await expect.poll(() => clicks).toEqual(['Pay']);
  },
);

test.each(hands)('a press by %s clicks nothing when its button is removed', async (hand) => {
  const release = await press(button, hand);
  come.set('instead');
  await expect.poll(() => button.query()).toBeNull();
  await release();
  await settle();
  expect(clicks).toEqual([]);
});

test.each(hands)(
  'a press by %s clicks nothing when a dialog opens above the button',
  async (hand) => {
    const release = await press(button, hand);
    come.set('dialog');
    await see(page.getByText('A dialog'));
    await release();
    await settle();
    expect(clicks).toEqual([]);
  },
);

test('a press that is dragged away clicks nothing', async () => {
  const release = await press(button);
  await release(60);
  await settle();
  expect(clicks).toEqual([]);
});

test('keys still work after a press that did not become a click', async () => {
  const release = await press(button);
  await release(60);
  const remove = page.getByRole('button', { name: 'Delete' }).element();
  (remove as HTMLElement).focus();
  clicks = [];
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => clicks).toEqual(['Delete']);
});
