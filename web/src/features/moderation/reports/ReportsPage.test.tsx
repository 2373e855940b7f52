import type { ContentReport } from '@sachet/shared/moderation/contracts/report';
import { hourMs } from '@sachet/shared/time';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { question, signInAsSuperAdmin } from '../../../testing/admin';
import { mount, see, seeGone } from '../../../testing/mount';
import { answer, requestsTo } from '../../../testing/server';
import { ReportsPage } from './ReportsPage';

const nowMs = Date.now();
const inHours = (hours: number) => new Date(nowMs + hours * hourMs + 30_000).toISOString();

const someReport = (given: Partial<ContentReport> = {}): ContentReport => ({
  reportId: 'rep_1',
  about: 'https://sachet.test/api/images/gen_1/final-1.jpg',
  reason: 'real_person',
  details: 'That is me.',
  contact: 'asha@people.test',
  erasedAt: null,
  createdAt: inHours(-50),
  acknowledgeBy: inHours(7 * 24 - 50),
  acknowledgedAt: null,
  mailStatus: null,
  orderedAt: inHours(-1),
  takeDownBy: inHours(2),
  resolvedAt: null,
  outcome: null,
  evidence: {
    generationId: 'gen_1',
    uid: 'imran',
    mode: 'image',
    provider: 'google',
    prompt: 'A minister eats a mango',
    content: null,
    pictures: ['data:image/gif;base64,R0lGODlhAQABAAAAACw='],
    createdAt: inHours(-60),
    takenDownAt: null,
  },
  history: [{ at: inHours(-1), actor: 'user:nadia', action: 'order', note: 'order 7' }],
  ...given,
});

/** Opens the first report that is closed. */
const openNext = () =>
  page.getByRole('row').getByRole('button', { expanded: false }).first().click();

beforeEach(() => {
  // The clock stops, because a slow machine takes longer than half a minute.
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  onTestFinished(() => void vi.useRealTimers());
  signInAsSuperAdmin();
});

test('a report shows its evidence and both deadlines, and an admin removes its content after a confirmation', async () => {
  answer('GET /api/admin/reports', { items: [someReport()], next: null });
  answer('POST /api/admin/reports', someReport({ outcome: 'taken_down' }));
  await mount(<ReportsPage />, { path: '/admin/reports', phone: true });
  await see(page.getByText('Take down · 2 h 0 min left'));
  await see(page.getByText('Acknowledge · 4 d 22 h left'));
  await see(page.getByText('order 7'));
  await seeGone(page.getByRole('img', { name: 'A minister eats a mango' }));
  await page.getByRole('button', { name: 'Show pictures' }).click();
  await expect
    .element(page.getByRole('img', { name: 'A minister eats a mango' }))
    .toBeInTheDocument();
  await expectToFit('reports');
  await expectAccess('reports');
  const takeDown = page.getByRole('button', { name: 'Take down', exact: true });
  await takeDown.click();
  await expect.element(page.getByLabelText('Note', { exact: true })).toHaveFocus();
  await expect.element(takeDown).toBeDisabled();
  await page.getByLabelText('Note', { exact: true }).fill('order 7 followed');
  await takeDown.click();
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect
    .poll(() => requestsTo('POST /api/admin/reports').map(({ body }) => body))
    .toEqual([{ reportId: 'rep_1', action: 'take-down', note: 'order 7 followed' }]);
});

const address = 'asha@people.test';
const someTold = (given: Partial<ContentReport>) =>
  someReport({ acknowledgedAt: inHours(-1), orderedAt: null, takeDownBy: null, ...given });
const answerYourself = page.getByText('Reply to the reporter yourself.');

test.each([
  ['queued', address, 'An acknowledgment email is on its way.', false],
  ['sent', address, 'Acknowledged by email.', false],
  ['failed', address, 'The email couldn’t be sent.', true],
  ['too_many', address, 'Not emailed: this address already got 3 such emails in 24 hours.', true],
  [null, '98765 43210', 'No email was sent.', true],
] as const)(
  'an acknowledged report shows whether the reporter was emailed or an admin must reply (%s)',
  async (mailStatus, contact, words, isForUs) => {
    answer('GET /api/admin/reports', {
      items: [someTold({ mailStatus, contact }), someReport({ reportId: 'rep_2' })],
      next: null,
    });
    await mount(<ReportsPage />, { path: '/admin/reports', phone: true });
    await openNext();
    await openNext();
    await see(page.getByText(words));
    expect(page.getByText(words).elements()).toHaveLength(1);
    expect(answerYourself.elements()).toHaveLength(isForUs ? 1 : 0);
    const links = page.getByRole('link', { name: contact }).elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      mailStatus ? [`mailto:${address}`] : [],
    );
    await expectAccess(`a report whose mail is ${mailStatus}`);
  },
);

test('a report that is closed or has no contact needs no reply', async () => {
  const closed = { outcome: 'dismissed', resolvedAt: inHours(-1), mailStatus: 'failed' } as const;
  const erased = { about: '', details: '', contact: null, erasedAt: inHours(-1), evidence: null };
  answer('GET /api/admin/reports', {
    items: [someTold(closed), someTold({ ...closed, ...erased, reportId: 'rep_2' })],
    next: null,
  });
  await mount(<ReportsPage />, { path: '/admin/reports?state=closed' });
  await openNext();
  await see(page.getByText('The email couldn’t be sent.'));
  await openNext();
  await seeGone(answerYourself);
  // Both the description and the contact are erased.
  expect(page.getByText('Erased after 180 days').elements()).toHaveLength(2);
});

describe('several reports', () => {
  const junk = (reportId: string) => someReport({ reportId, about: reportId, evidence: null });
  const box = (name: string | RegExp) => page.getByRole('checkbox', { name });
  const sent = () => requestsTo('POST /api/admin/reports/dismiss').map(({ body }) => body);

  test('an admin selects reports one by one or all together, and dismisses them with one reason after a confirmation', async () => {
    const reports = [junk('rep_1'), junk('rep_2'), someReport({ reportId: 'rep_3' })];
    answer('GET /api/admin/reports', { items: reports, next: null });
    answer('POST /api/admin/reports/dismiss', { dismissed: 2 });
    await mount(<ReportsPage />, { path: '/admin/reports' });
    await box('Select all 3 shown').click();
    const form = page.getByRole('form', { name: 'Dismiss 3 reports' });
    await see(form);
    await box(/rep_3$/).click();
    await seeGone(form);
    const dismiss = page.getByRole('button', { name: 'Dismiss 2 reports' });
    await expect.element(dismiss).toBeDisabled();
    await page.getByLabelText('Reason for dismissing all 2').fill(' a flood ');
    await dismiss.click();
    await see(question.getByText('Closes 2 reports with this reason.'));
    expect(question.getByText('name our content').elements()).toEqual([]);
    answer('GET /api/admin/reports', { items: [reports[2]!], next: null });
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByText('Reports dismissed: 2.'));
    expect(sent()).toEqual([{ reportIds: ['rep_1', 'rep_2'], note: 'a flood' }]);
    await seeGone(page.getByRole('form', { name: /^Dismiss/ }));
    await expect.element(box(/rep_3$/)).not.toBeChecked();
  });

  test('the reports page warns before an admin dismisses reports about content that exists', async () => {
    const reports = [junk('rep_1'), someReport({ reportId: 'rep_2' })];
    answer('GET /api/admin/reports', { items: reports, next: null });
    await mount(<ReportsPage />, { path: '/admin/reports', phone: true });
    await box('Select all 2 shown').click();
    await page.getByLabelText('Reason for dismissing all 2').fill('a flood');
    await expectToFit('bulk dismissal');
    await expectAccess('bulk dismissal');
    await page.getByRole('button', { name: 'Dismiss 2 reports' }).click();
    await see(question.getByText('Reports about our content: 1. Have you reviewed each one?'));
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await seeGone(page.getByRole('form', { name: /^Dismiss/ }));
    expect(sent()).toEqual([]);
  });

  test('an admin filters reports by whether their content exists, and cannot select closed ones', async () => {
    answer('GET /api/admin/reports', { items: [junk('rep_1')], next: null });
    await mount(<ReportsPage />, { path: '/admin/reports' });
    await page.getByLabelText('About').selectOptions('Not about our content');
    await expect
      .poll(() => requestsTo('GET /api/admin/reports').at(-1)!.search.get('names'))
      .toBe('nothing');
    const closed = { ...junk('rep_2'), outcome: 'dismissed' as const, resolvedAt: inHours(-1) };
    answer('GET /api/admin/reports', { items: [closed], next: null });
    await page.getByRole('link', { name: 'Closed' }).click();
    await see(page.getByText('rep_2'));
    expect(page.getByRole('checkbox').elements()).toEqual([]);
  });
});

describe('the list', () => {
  const junk = (reportId: string) => someReport({ reportId, about: reportId, evidence: null });

  test('further reports are added below the ones already shown, until the end of the list', async () => {
    answer('GET /api/admin/reports', ({ search }) =>
      search.get('after') === 'rep_1'
        ? { items: [junk('rep_2')], next: null }
        : { items: [junk('rep_1')], next: 'rep_1' },
    );
    await mount(<ReportsPage />, { path: '/admin/reports' });
    await page.getByRole('button', { name: 'Load more' }).click();
    await see(page.getByText('rep_2'));
    await see(page.getByText('rep_1'));
    await see(page.getByText('End of list'));
    expect(location.search).toBe('');
  });

  test('the links to open and closed reports keep the other filters', async () => {
    answer('GET /api/admin/reports', { items: [junk('rep_1')], next: null });
    const filters = 'reason=real_person&names=nothing';
    await mount(<ReportsPage />, { path: `/admin/reports?${filters}&state=closed` });
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    await expect.element(link('Open')).toHaveAttribute('href', `/admin/reports?${filters}`);
    await link('Closed').click();
    expect(new URLSearchParams(location.search).get('reason')).toBe('real_person');
    expect(requestsTo('GET /api/admin/reports').at(-1)!.search.get('names')).toBe('nothing');
  });

  test('an empty list says whether a filter hides the reports, and clears the filters', async () => {
    answer('GET /api/admin/reports', { items: [], next: null });
    await mount(<ReportsPage />, { path: '/admin/reports?state=closed&reason=real_person' });
    const list = page.getByRole('status');
    await see(list.getByText('Nothing matches these filters'));
    await list.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => location.search).toBe('?state=closed');
    await see(list.getByText('No closed reports yet'));
  });
});

test('a report without existing content does not offer to remove it, and an overdue report says so', async () => {
  const late = someReport({
    evidence: null,
    takeDownBy: null,
    orderedAt: null,
    acknowledgeBy: inHours(-2),
  });
  answer('GET /api/admin/reports', { items: [late], next: null });
  await mount(<ReportsPage />, { path: '/admin/reports' });
  await see(page.getByText(/Acknowledge · 1 h 59 min late/));
  await seeGone(page.getByRole('button', { name: 'Take down' }));
});

test('Enter opens a report and Escape closes it, and the next report has the focus after an action', async () => {
  const reports = [someReport(), someReport({ reportId: 'rep_2', about: 'rep_2' })];
  answer('GET /api/admin/reports', { items: reports, next: null });
  answer('POST /api/admin/reports', someReport({ outcome: 'dismissed' }));
  await mount(<ReportsPage />, { path: '/admin/reports' });
  const rows = page
    .getByRole('row')
    .getByRole('button', { name: 'Shows or imitates a real person' });
  await see(rows.nth(1));
  await userEvent.keyboard('j{Enter}');
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true });
  await see(dismiss);
  await userEvent.keyboard('{Escape}');
  await seeGone(dismiss);
  await expect.element(rows.first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await dismiss.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dismiss).toHaveFocus();
  await dismiss.click();
  await userEvent.keyboard('not our picture');
  answer('GET /api/admin/reports', { items: [reports[1]!], next: null });
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(rows).toHaveFocus();
});
