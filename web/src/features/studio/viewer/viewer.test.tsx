// A picture in full screen that is controlled by wheel, mouse, double tap, buttons and keys.
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { button, mount, resize, see, seeGone } from '../../../testing/mount';
import { Stage } from './Stage';
import { ViewerFrame } from './ViewerFrame';

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200" height="800" fill="teal"/></svg>',
)}`;
const names = ['First', 'Second', 'Third'];

function Gallery({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0);
  const to = (index: number) => (names[index] === undefined ? null : () => setAt(index));
  return (
    <ViewerFrame
      shownId={names[at]!}
      title={names[at]!}
      isPicture
      previous={to(at - 1)}
      next={to(at + 1)}
      onClose={onClose}
      aside={
        <aside>
          <input aria-label="Note" style={{ width: 80 }} />
          <p style={{ height: 600 }}>About it</p>
        </aside>
      }
    >
      {(stage) => (
        <Stage
          key={at}
          handle={stage}
          url={picture}
          below={null}
          alt={names[at]!}
          onSwipe={(way) => to(way === 'next' ? at + 1 : at - 1)?.()}
          onStale={() => undefined}
        />
      )}
    </ViewerFrame>
  );
}

function Opened() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Gallery onClose={() => setOpen(false)} />}
    </main>
  );
}

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const stage = () => document.querySelector<HTMLElement>('[data-scale]')!;
const image = (name = 'First') => page.getByAltText(name);
const scale = () => Number(stage().dataset.scale);
const getCenter = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
};

async function open(settings: Parameters<typeof mount>[1] = {}): Promise<void> {
  await mount(<Opened />, settings);
  await button('Open').click();
  await see(dialog('First'));
  await expect.poll(() => (image().element() as HTMLImageElement).naturalWidth).toBe(1200);
}

/** Drags from one point of the stage to another. Both are shares of the stage's width and height. */
async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const { width, height } = stage().getBoundingClientRect();
  const at = ([x, y]: [number, number]) => ({ x: x * width, y: y * height });
  await userEvent.dragAndDrop(stage(), stage(), {
    sourcePosition: at(from),
    targetPosition: at(to),
  });
}

describe('zoom', () => {
  beforeEach(() => open());

  test('buttons and keys zoom a picture, never below the whole picture, and 0 resets the zoom', async () => {
    await button('Zoom in').click();
    await expect.poll(scale).toBe(1.5);
    await userEvent.keyboard('+=');
    await expect.poll(scale).toBeCloseTo(1.5 ** 3);
    await button('Zoom out').click();
    await expect.poll(scale).toBeCloseTo(1.5 ** 2);
    await userEvent.keyboard('---');
    await expect.poll(scale).toBe(1);
    await userEvent.keyboard('+++++++++');
    await expect.poll(scale).toBe(8);
    await userEvent.keyboard('0');
    await expect.poll(scale).toBe(1);
  });

  test('a double click zooms a picture in and out', async () => {
    await image().dblClick();
    await expect.poll(scale).toBe(2.5);
    await image().dblClick();
    await expect.poll(scale).toBe(1);
  });

  test('the wheel zooms a picture towards the pointer and does not scroll the page', async () => {
    const { right, bottom } = stage().getBoundingClientRect();
    const wheel = new WheelEvent('wheel', {
      deltaY: -400,
      clientX: right - 40,
      clientY: bottom - 40,
      bubbles: true,
      cancelable: true,
    });
    const before = getCenter(image().element());
    stage().dispatchEvent(wheel);
    expect(wheel.defaultPrevented).toBe(true);
    await expect.poll(scale).toBeCloseTo(Math.E);
    // Zooming towards the lower right has moved the picture's centre up and to the left.
    await expect.poll(() => getCenter(image().element()).x).toBeLessThan(before.x);
    expect(getCenter(image().element()).y).toBeLessThan(before.y);
  });
});

describe('a drag', () => {
  beforeEach(() => open());

  test('a swipe over a whole picture shows the next one', async () => {
    await drag([0.7, 0.5], [0.3, 0.5]);
    await see(dialog('Second'));
    await drag([0.3, 0.5], [0.7, 0.5]);
    await see(dialog('First'));
    // There is no picture before the first one, so the drag changes nothing.
    await drag([0.3, 0.5], [0.7, 0.5]);
    await see(dialog('First'));
  });

  test('a drag moves a zoomed picture up to its edge', async () => {
    await userEvent.keyboard('+++');
    await expect.poll(scale).toBeGreaterThan(3);
    const before = getCenter(image().element());
    await drag([0.6, 0.5], [0.4, 0.5]);
    await see(dialog('First'));
    await expect.poll(() => getCenter(image().element()).x).toBeLessThan(before.x);
    for (let pull = 0; pull < 3; pull += 1) await drag([0.1, 0.5], [0.9, 0.5]);
    const edge = image().element().getBoundingClientRect().left;
    expect(Math.round(edge)).toBeLessThanOrEqual(Math.ceil(stage().getBoundingClientRect().left));
  });
});

describe('neighbours', () => {
  test('keys and buttons show the next and previous picture, and the buttons are disabled at the ends', async () => {
    await open();
    await expect.element(button('Previous')).toBeDisabled();
    await userEvent.keyboard('{ArrowRight}');
    await see(dialog('Second'));
    await button('Next').click();
    await see(dialog('Third'));
    await expect.element(button('Next')).toBeDisabled();
    await userEvent.keyboard('{ArrowRight}');
    await see(dialog('Third'));
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await see(dialog('First'));
  });

  test('the next picture is shown whole, even if the previous one was zoomed', async () => {
    await open();
    await userEvent.keyboard('+');
    await expect.poll(scale).toBe(1.5);
    await button('Next').click();
    await expect.poll(scale).toBe(1);
  });

  test('the viewer ignores keys in fields and with modifiers', async () => {
    await open();
    await page.getByLabelText('Note').click();
    await userEvent.keyboard('+0{ArrowRight}{ArrowLeft}');
    await see(dialog('First'));
    expect(scale()).toBe(1);
    await expect.element(page.getByLabelText('Note')).toHaveValue('+0');
    await button('Close').click();
    await button('Open').click();
    await see(dialog('First'));
    await userEvent.keyboard('{Control>}={/Control}');
    expect(scale()).toBe(1);
  });
});

test('the viewer takes the focus when it opens, and returns it when Escape closes it', async () => {
  await open();
  await expect.element(button('Close')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await seeGone(dialog('First'));
  await expect.element(button('Open')).toHaveFocus();
});

test('the viewer with its details is accessible and fits a phone with large text and zoom', async () => {
  await open({ phone: true });
  await expectReadable('a picture over the window');
  await resize(320, 256);
  const frame = stage().parentElement!.parentElement!;
  // The user can still scroll the page, because some space remains where wheel and touch do not move the
  // picture.
  await expect
    .poll(() => frame.getBoundingClientRect().height)
    .toBeLessThanOrEqual(0.86 * innerHeight);
});
