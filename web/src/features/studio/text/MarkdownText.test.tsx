import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount, see } from '../../../testing/mount';
import { MarkdownText, OrPlainText } from './MarkdownText';

test.each(['9', '99', '999', '2026', '123456789'])(
  'the item number %s is not cut off at 360 px',
  async (number) => {
    const element = (
      <div data-testid="edge" className="overflow-hidden">
        <MarkdownText text={`${number}. A good year`} />
        <span className="w-max font-semibold">{number}. </span>
      </div>
    );
    await mount(element, { phone: true });
    const item = page.getByRole('listitem');
    await see(item.getByText('A good year'));
    const edge = page.getByTestId('edge').element();
    const { width } = edge.querySelector('span')!.getBoundingClientRect();
    const room = item.element().getBoundingClientRect().left - edge.getBoundingClientRect().left;
    expect(room).toBeGreaterThanOrEqual(width);
  },
);

test('a text whose Markdown cannot be rendered is shown as plain text, and rendered again when it changes', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => told.mockRestore());
  const Broken = () => {
    throw new Error('too deep');
  };
  await mount(
    <>
      <OrPlainText text="**kites** fly">
        <Broken />
      </OrPlainText>
      <p>The rest</p>
    </>,
  );
  await see(page.getByText('**kites** fly'));
  await see(page.getByText('The rest'));
  expect(told).toHaveBeenCalled();
});
