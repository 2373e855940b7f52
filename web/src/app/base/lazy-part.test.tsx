import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see, seeGone } from '../../testing/mount';
import { closeDialog, openVerify, useOpenDialog } from './dialogs';
import { lazyDialog, lazyPart } from './lazy-part';

/** Loads the component, or fails as often as `failures` says. */
function createLoad<Props>(Component: React.ComponentType<Props>, failures: number) {
  let left = failures;
  return async () => {
    if ((left -= 1) >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return Component;
  };
}

const part = page.getByText('The part');
const Content = () => <p>The part</p>;

/** Neither React nor the browser may see a missing file as an error of the page. */
function expectNoErrors() {
  const { error } = console;
  const seen: unknown[] = [];
  const add = (reported: ErrorEvent) => void seen.push(reported.error);
  console.error = (...words: unknown[]) => void seen.push(...words);
  addEventListener('error', add);
  onTestFinished(() => {
    console.error = error;
    removeEventListener('error', add);
    expect(seen).toEqual([]);
  });
}

test('a part that did not load leaves the rest of the page, and loads at the next press', async () => {
  expectNoErrors();
  const Part = lazyPart(createLoad(Content, 1), { coming: null });
  await mount(
    <>
      <input aria-label="Subject" />
      <Part />
    </>,
  );
  await see(page.getByRole('alert').getByText('This didn’t load.'));
  await page.getByLabelText('Subject').fill('A kite');
  await page.getByRole('button', { name: 'Try again' }).click();
  await see(part);
  await expect.element(page.getByLabelText('Subject')).toHaveValue('A kite');
});

test('an unseen part that did not load shows nothing, and loads when the connection returns', async () => {
  expectNoErrors();
  const Part = lazyPart(createLoad(Content, 1), { coming: null, missing: null });
  await mount(
    <main>
      <p>The page</p>
      <Part />
    </main>,
  );
  await see(page.getByText('The page'));
  expect(page.getByRole('alert').query()).toBeNull();
  await expect
    .poll(() => {
      dispatchEvent(new Event('online'));
      return part.query();
    })
    .not.toBeNull();
});

test('a part loads if the connection returned before its failure was shown', async () => {
  expectNoErrors();
  let calls = 0;
  const Part = lazyPart<object>(
    async () => {
      calls += 1;
      if (calls > 1) return Content;
      dispatchEvent(new Event('online'));
      throw new TypeError('Failed to fetch');
    },
    { coming: null },
  );
  await mount(<Part />);
  await see(part);
  expect(calls).toBe(2);
});

test('a part that was closed before it failed to load is loaded at its next use', async () => {
  expectNoErrors();
  let fail = () => {};
  let calls = 0;
  const Part = lazyPart<object>(
    () => {
      calls += 1;
      return calls > 1
        ? Promise.resolve(Content)
        : new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
    },
    { coming: <p>Coming</p> },
  );
  function Page() {
    const [isOpen, setOpen] = useState(true);
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Toggle</button>
        {isOpen && <Part />}
      </>
    );
  }
  await mount(<Page />);
  const coming = page.getByText('Coming');
  await see(coming);
  await page.getByRole('button', { name: 'Toggle' }).click();
  await seeGone(coming);
  fail();
  // Nothing shows that a failure was forgotten.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  await page.getByRole('button', { name: 'Toggle' }).click();
  await see(part);
  expect(calls).toBe(2);
});

test('a dialog that did not load closes with a notice, and opens at the next press', async () => {
  expectNoErrors();
  const Dialog = lazyDialog(createLoad(Content, 1));
  function Page() {
    const [count, setCount] = useState(0);
    return (
      <>
        <button
          onClick={() => {
            setCount(count + 1);
            openVerify();
          }}
        >
          Open
        </button>
        {useOpenDialog() && <Dialog />}
      </>
    );
  }
  onTestFinished(closeDialog);
  await mount(<Page />);
  const open = page.getByRole('button', { name: 'Open' });
  await open.click();
  await see(page.getByRole('region', { name: 'Notifications' }).getByText('This didn’t load.'));
  await seeGone(part);
  await open.click();
  await see(part);
});

test('a preloaded part that failed to load tries again when it is used', async () => {
  const Part = lazyPart(createLoad(Content, 1), { coming: null });
  await Part.preload();
  await mount(<Part />);
  await see(part);
});

test('a style sheet that did not load is requested again with the next part', async () => {
  const sheets = () => document.querySelectorAll('link[href="/lost.css"]');
  const lost = Object.assign(document.createElement('link'), {
    rel: 'stylesheet',
    href: '/lost.css',
    type: 'text/none',
  });
  onTestFinished(() => sheets().forEach((each) => each.remove()));
  document.head.append(lost);
  lost.dispatchEvent(new Event('error'));
  const Part = lazyPart(createLoad(Content, 0), { coming: null });
  await mount(<Part />);
  await expect.poll(() => sheets().item(0)).not.toBe(lost);
  expect(sheets().length).toBe(1);
  sheets().item(0).dispatchEvent(new Event('load'));
  await see(part);
});
