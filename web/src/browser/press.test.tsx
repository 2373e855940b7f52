import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see, seeGone } from '../testing/mount';
import { useWhenReleased } from './press';
import { createStore, useStore } from './store';

const said = createStore('');

function Late() {
  const words = useStore(said);
  const shown = useWhenReleased(words);
  return (
    <>
      {shown && <p>{shown}</p>}
      <button type="button">Now {words}</button>
    </>
  );
}

const button = (words: string) => page.getByRole('button', { name: `Now ${words}` });

async function show(): Promise<void> {
  said.set('');
  await mount(<Late />);
  await see(button(''));
}

function send(event: Event): void {
  document.body.dispatchEvent(event);
}

test.each(['pointerup', 'pointercancel'])(
  'given a press, then what comes late waits until its %s',
  async (end) => {
    await show();
    await see(button(''));
    send(new PointerEvent('pointerdown', { bubbles: true }));
    said.set('late');
    await see(button('late'));
    expect(page.getByRole('paragraph').elements()).toEqual([]);
    send(new PointerEvent(end, { bubbles: true }));
    await see(page.getByRole('paragraph').getByText('late'));
  },
);

test('given a window that is left during a press, then nothing waits any longer', async () => {
  await show();
  send(new PointerEvent('pointerdown', { bubbles: true }));
  said.set('late');
  await see(button('late'));
  window.dispatchEvent(new Event('blur'));
  await see(page.getByRole('paragraph').getByText('late'));
});

test('given a press, then what is there already stays until its end', async () => {
  await show();
  said.set('early');
  await see(page.getByRole('paragraph').getByText('early'));
  send(new PointerEvent('pointerdown', { bubbles: true }));
  said.set('');
  await see(button(''));
  await see(page.getByRole('paragraph').getByText('early'));
  send(new PointerEvent('pointerup', { bubbles: true }));
  await seeGone(page.getByRole('paragraph'));
});
