import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createStore, useStore } from '../browser/store';
import { mount, typeWithoutPause } from '../testing/mount';
import { useSearchWords } from './SearchInput';

let asked: string[];
/** The search words in the page's address. */
const address = createStore('page');

function Field() {
  const [words, setWords] = useSearchWords(useStore(address), (wanted) => asked.push(wanted));
  return (
    <input aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
  );
}

const field = page.getByLabelText('Search');

async function show(): Promise<void> {
  asked = [];
  address.set('page');
  await mount(<Field />);
  await expect.element(field).toHaveValue('page');
}

afterEach(() => void vi.useRealTimers());

test('a search starts once the user has not typed for 300 ms', async () => {
  await show();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  typeWithoutPause(field, '1');
  vi.advanceTimersByTime(299);
  typeWithoutPause(field, '2');
  vi.advanceTimersByTime(299);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(asked).toEqual(['page12']);
});

test('the search field keeps letters that are typed while the address changes, and searches for them', async () => {
  await show();
  await field.fill('j');
  await expect.poll(() => asked).toEqual(['j']);
  await expect.element(field).toHaveValue('j');
  await field.fill('jk');
  address.set('j');
  await expect.poll(() => asked).toEqual(['j', 'jk']);
  address.set('jk');
  await expect.element(field).toHaveValue('jk');
});

test('the search field follows other changes of the address and keeps a trailing space', async () => {
  await show();
  await field.fill('j ');
  await expect.poll(() => asked).toEqual(['j']);
  address.set('j');
  await expect.element(field).toHaveValue('j ');
  address.set('');
  await expect.element(field).toHaveValue('');
});
