import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../testing/mount';
import { useSearchWords } from './use-search-words';

let asked: string[];
/** The address has what was asked for now. */
let arrive: (words: string) => void;

function Field() {
  const [value, setValue] = useState('page');
  const [words, setWords] = useSearchWords(value, (wanted) => asked.push(wanted));
  arrive = setValue;
  return (
    <input aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
  );
}

const field = page.getByLabelText('Search');

async function show(): Promise<void> {
  asked = [];
  await mount(<Field />);
  await expect.element(field).toHaveValue('page');
}

test('letters that are typed while the address is on its way are kept, and asked for', async () => {
  await show();
  await field.fill('j');
  await expect.poll(() => asked).toEqual(['j']);
  await expect.element(field).toHaveValue('j');
  await field.fill('jk');
  arrive('j');
  await expect.poll(() => asked).toEqual(['j', 'jk']);
  arrive('jk');
  await expect.element(field).toHaveValue('jk');
});

test('what changes the address otherwise changes the field, a space at the end does not', async () => {
  await show();
  await field.fill('j ');
  await expect.poll(() => asked).toEqual(['j']);
  arrive('j');
  await expect.element(field).toHaveValue('j ');
  arrive('');
  await expect.element(field).toHaveValue('');
});
