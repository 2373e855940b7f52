// Loading, paging and exporting a statement.
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccess } from '../../../testing/access';
import { watchDownloads } from '../../../testing/downloads';
import { button, mount, see, seeGone } from '../../../testing/mount';
import { signIn } from '../../../testing/people';
import {
  announce,
  answer,
  answerFile,
  cutOff,
  keepBack,
  refuse,
  requestsTo,
} from '../../../testing/server';
import {
  answerStatement,
  countRows,
  history,
  readRows,
  readTotals,
  someRow,
  someStatement,
} from '../../../testing/statement';
import { visit } from '../../../testing/visit';
import { Statement } from './Statement';

const show = (path = '/wallet', settings: Parameters<typeof mount>[1] = {}) =>
  mount(<Statement />, { path, ...settings });

beforeEach(() => void signIn());

describe('the states of the list', () => {
  test('the statement reserves its place while loading, and explains when it is empty what will appear', async () => {
    answerStatement([]);
    const release = keepBack('GET /api/statement');
    await show();
    const waiting = document.getElementsByClassName('animate-breathe');
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    expect(page.getByText('No transactions yet').query()).toBeNull();
    await expectAccess('a statement that is being read');
    release();
    await see(page.getByText('No transactions yet'));
    expect(waiting.length).toBe(0);
    expect(readTotals()).toEqual(['0', '₹0.00', '₹0.00']);
    await expectAccess('a statement without a row');
  });

  test('a statement that cannot be loaded shows the reason and can be loaded again', async () => {
    refuse('GET /api/statement', 'forbidden');
    await show();
    const alert = page.getByRole('alert');
    await see(alert.getByText('Couldn’t load your statement.'));
    await see(alert.getByText('Refused: forbidden'));
    await expectAccess('a statement that could not be read');
    answerStatement(history());
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(countRows).toBe(3);
    await seeGone(alert);
  });

  test('more rows load on request without repetition, and a failed page can be loaded again', async () => {
    const rows = Array.from({ length: 35 }, (_, index) => someRow({ seq: 35 - index, amount: 1 }));
    answerStatement(rows);
    await show();
    await expect.poll(countRows).toBe(30);
    expect(readTotals()).toEqual(['35', '₹35.00', '₹0.00']);
    expect(page.getByText('End of statement').query()).toBeNull();

    cutOff('GET /api/statement');
    await button('Load more').click();
    await expect.poll(() => requestsTo('GET /api/statement').length).toBeGreaterThan(1);
    expect(countRows()).toBe(30);

    answerStatement(rows);
    await button('Load more').click();
    await expect.poll(countRows).toBe(35);
    expect(requestsTo('GET /api/statement').map(({ search }) => search.get('after'))).toContain(
      '6',
    );
    await see(page.getByText('End of statement'));
    expect(button('Load more').query()).toBeNull();
  });

  test('a new event appears automatically, and the loaded pages stay', async () => {
    const rows = Array.from({ length: 31 }, (_, index) => someRow({ seq: 31 - index, amount: 1 }));
    answerStatement(rows);
    await visit('/wallet');
    await button('Load more').click();
    await expect.poll(countRows).toBe(31);
    rows.unshift(someRow({ seq: 32, kind: 'AdjustedByAdmin', amount: -4, balanceAfter: 246 }));
    await announce({ event: 'wallet', id: 'wal_1' });
    await expect.poll(countRows).toBe(32);
    expect(readRows()[0]).toEqual(['Adjusted by an admin', '−₹4.00', 'Balance ₹246.00']);
    expect(readTotals()).toEqual(['32', '₹31.00', '₹4.00']);
  });
});

describe('the statement as a file', () => {
  test('the CSV file contains the filtered rows and has the name that the server gives', async () => {
    answerStatement(history());
    const name = 'sachet-statement-2026.csv';
    const text = 'What,Amount\r\nPaid,-75.00\r\n';
    answerFile('GET /api/statement.csv', { name, text });
    const files = watchDownloads();
    await show('/wallet?kind=spent&from=2026-03-01');
    await button('Download CSV').click();
    await expect.poll(() => files.length).toBe(1);
    expect([files[0]?.name, await files[0]?.text]).toEqual([name, text]);
    const [asked] = requestsTo('GET /api/statement.csv');
    expect(Object.fromEntries(asked!.search)).toEqual({
      kind: 'spent',
      from: '2026-03-01',
      holds: 'open',
    });
  });

  test('the download button is busy until the file arrives, and a failure is announced', async () => {
    answer('GET /api/statement', someStatement([someRow()]));
    refuse('GET /api/statement.csv', 'unavailable');
    const release = keepBack('GET /api/statement.csv');
    await show();
    await button('Download CSV').click();
    await expect.element(button('Download CSV')).toBeDisabled();
    release();
    await see(page.getByRole('region', { name: 'Notifications' }).getByRole('alert'));
    await expect.element(button('Download CSV')).toBeEnabled();
  });
});
