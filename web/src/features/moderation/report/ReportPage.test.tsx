import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectReadable } from '../../../testing/access';
import { button, see } from '../../../testing/mount';
import { answer, refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';

const send = button('Send report');

test('a visitor can send a report with the address of the reported content', async () => {
  answer('POST /api/report', { reportId: 'rep_7' });
  await visit('/report', { phone: true });
  await send.click();
  await see(page.getByText('Enter a link or an id, or describe it.'));
  await expect.element(page.getByLabelText('What is it about?', { exact: true })).toHaveFocus();
  expect(requestsTo('POST /api/report')).toEqual([]);
  await expectReadable('the report form');
  await page.getByLabelText('What is it about?', { exact: true }).fill('https://sachet.test/x');
  await send.click();
  await see(page.getByText('Choose a reason.'));
  expect(requestsTo('POST /api/report')).toEqual([]);
  await button('Copyright').click();
  await send.click();
  await see(page.getByText('Your report number: rep_7'));
  expect(requestsTo('POST /api/report')[0]!.body).toEqual({
    about: 'https://sachet.test/x',
    reason: 'copyright',
    details: '',
    contact: '',
    language: 'en',
  });
});

test('the form says that the report limit is reached, and keeps the text', async () => {
  refuse('POST /api/report', 'rate_limited');
  await visit('/report?about=gen_1', { language: 'hi' });
  const about = page.getByRole('textbox').first();
  await expect.element(about).toHaveValue('gen_1');
  await button('कॉपीराइट').click();
  await page.getByRole('button', { name: 'शिकायत भेजें' }).click();
  await see(page.getByRole('alert').filter({ hasText: /./ }));
  await expect.element(about).toHaveValue('gen_1');
});
