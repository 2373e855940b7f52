import type {
  ProviderBalance,
  ProviderBalancesResponse,
  UpdateBalancesRequest,
} from '@sachet/shared/models/contracts/admin-balances';
import type { AdminNotice } from '@sachet/shared/admin/contracts/admin-notices';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccess, expectToFit } from '../../../testing/access';
import { long, question, signInAsSuperAdmin } from '../../../testing/admin';
import { button, mount, see, seeGone } from '../../../testing/mount';
import { answer, cutOff, keepBack, refuse, requestsTo } from '../../../testing/server';
import { visit } from '../../../testing/visit';
import { BillingPage } from './BillingPage';

const none: ProviderBalance = {
  balanceUSD: null,
  thresholdUSD: null,
  notes: '',
  updatedAt: null,
  updatedBy: null,
  apiKeyPresent: true,
  balanceEnteredAt: null,
  unpricedCalls: 0,
  spentUSD: 0,
  remainingUSD: null,
  spentPerDayUSD: 0,
  daysLeft: null,
  belowThreshold: false,
};
const kept: ProviderBalance = {
  ...none,
  balanceUSD: 100,
  thresholdUSD: 5,
  notes: 'card of the studio',
  updatedAt: '2026-03-01T10:00:00.000Z',
  updatedBy: 'meera@sachet.test',
  balanceEnteredAt: '2026-03-01T10:00:00.000Z',
  spentUSD: 12.5,
  remainingUSD: 87.5,
  spentPerDayUSD: 0.0041,
  daysLeft: 1234.5,
};
const someNotice: AdminNotice = {
  id: '1',
  subject: 'openai',
  raisedAt: '2026-03-01T10:00:00.000Z',
  kind: 'provider_low',
  data: { provider: 'openai', remainingUSD: 4.5, thresholdUSD: 5 },
};
const low = 'Balance is at or below threshold. Consider topping up.';
const openai = page.getByRole('region', { name: 'OpenAI', exact: true });
const gemini = page.getByRole('region', { name: 'Gemini', exact: true });
const balance = openai.getByLabelText('Balance (USD)');
const threshold = openai.getByLabelText('Alert threshold (USD)');
const isToday = openai.getByRole('checkbox');
const save = button('Save changes');
const sent = () =>
  requestsTo('POST /api/admin/provider-balances').map(({ body }) => body as UpdateBalancesRequest);

async function show(given: Partial<ProviderBalancesResponse> = {}, settings = {}): Promise<void> {
  answer('GET /api/admin/provider-balances', { openai: kept, gemini: none, ...given });
  await mount(<BillingPage />, { path: '/admin/billing', ...settings });
}

beforeEach(() => {
  signInAsSuperAdmin();
  answer('POST /api/admin/provider-balances', { openai: kept, gemini: none });
});

describe("a provider's card", () => {
  test("a provider's card shows the entered balance, who entered it, the spending since and how long the balance lasts", async () => {
    await show();
    await see(openai.getByText('API key present'));
    await expect.element(balance).toHaveValue(100);
    await expect.element(openai.getByLabelText('Notes')).toHaveValue('card of the studio');
    for (const text of ['$12.50', '$87.50', '1,234.5', 'at $0.0041 a day', 'meera@sachet.test']) {
      await see(openai.getByText(text));
    }
    await see(openai.getByText(/^since 1 Mar 2026/));
  });

  test("a provider's card says when no balance was entered and when the API key is missing", async () => {
    await show({ gemini: { ...none, apiKeyPresent: false, spentUSD: 3 } });
    for (const text of ['API key missing', 'No updates yet', 'enter a balance first', 'in total']) {
      await see(gemini.getByText(text));
    }
    // Without a balance, the checkbox "This balance is from today" has nothing to confirm.
    await expect.element(gemini.getByRole('checkbox')).toBeDisabled();
  });

  test('the billing page rejects an invalid balance', async () => {
    await show();
    await balance.clear();
    await balance.click();
    await userEvent.keyboard('4.505');
    await see(openai.getByText('Enter US dollars, at most two decimals.'));
    await expect.element(save).toBeDisabled();
  });

  test('the billing page accepts a negative balance', async () => {
    await show();
    await balance.fill('-3.5');
    await expect.element(save).toBeEnabled();
  });

  test('the billing page warns of a balance at or below the threshold while the admin types it', async () => {
    await show();
    await seeGone(openai.getByText(low));
    await balance.fill('5');
    await see(openai.getByText(low));
    await balance.fill('5.01');
    await seeGone(openai.getByText(low));
    await threshold.fill('5.01');
    await see(openai.getByText(low));
  });
});

describe('saving balances', () => {
  test('saving balances sends only the changed fields of each provider', async () => {
    await show();
    await balance.fill('4.5');
    await openai.getByLabelText('Notes').fill(' another card ');
    await gemini.getByLabelText('Alert threshold (USD)').fill('20');
    await see(page.getByText('Unsaved changes: 2'));
    answer('POST /api/admin/provider-balances', {
      openai: { ...kept, balanceUSD: 4.5, remainingUSD: 4.5, belowThreshold: true },
      gemini: none,
    });
    await save.click();
    await see(page.getByText('Balances saved'));
    expect(sent()).toEqual([
      { openai: { balanceUSD: 4.5, notes: 'another card' }, gemini: { thresholdUSD: 20 } },
    ]);
    await see(openai.getByText('$4.50'));
    await see(page.getByText('Everything is saved.'));
  });

  test('saving an empty field removes the stored value', async () => {
    await show();
    await balance.clear();
    await threshold.clear();
    await save.click();
    await expect.poll(sent).toEqual([{ openai: { balanceUSD: null, thresholdUSD: null } }]);
  });

  test('saving restarts the count of spending for a new balance, and for an unchanged one only when confirmed as current', async () => {
    await show();
    await isToday.click();
    await save.click();
    await expect.poll(sent).toEqual([{ openai: { balanceIsCurrent: true } }]);
    await see(page.getByText('Everything is saved.'));
    await balance.fill('90');
    await expect.element(isToday).toBeChecked();
    await expect.element(isToday).toBeDisabled();
    await save.click();
    await expect.poll(() => sent()[1]).toEqual({ openai: { balanceUSD: 90 } });
  });

  test('a failed save of balances shows the reason and keeps the typed text', async () => {
    await show();
    await balance.fill('4.5');
    cutOff('POST /api/admin/provider-balances');
    await save.click();
    await see(page.getByRole('alert').getByText(/^Failed to save\. Couldn’t reach Sachet/));
    await expect.element(balance).toHaveValue(4.5);
    await button('Discard changes').click();
    await expect.element(balance).toHaveValue(100);
    await seeGone(page.getByRole('alert').getByText(/./));
  });

  test('the fields of the billing page are disabled while it saves', async () => {
    await show();
    await balance.fill('4.5');
    const release = keepBack('POST /api/admin/provider-balances');
    await save.click();
    await expect.element(balance).toBeDisabled();
    release();
    await expect.element(balance).toBeEnabled();
  });

  test('a notice that appears because of a save is shown immediately', async () => {
    await show();
    await balance.fill('4.5');
    answer('GET /api/admin/notices', { notices: [someNotice] });
    await save.click();
    await page.getByRole('button', { name: 'Notices: 1' }).click();
    await see(page.getByRole('list', { name: 'Notices' }).getByText(/OpenAI: \$4\.50 left/));
  });
});

test('notices are a number with a list behind it, and do not push the page down', async () => {
  const top = () => page.getByRole('heading', { level: 1 }).element().getBoundingClientRect().top;
  await show();
  await see(page.getByRole('heading', { level: 1 }));
  const before = top();
  answer('GET /api/admin/notices', { notices: [someNotice, { ...someNotice, id: '2' }] });
  await show();
  await button('Notices: 2').click();
  await see(page.getByRole('list', { name: 'Notices' }).getByRole('listitem').nth(1));
  expect(top()).toBe(before);
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Notices: 2')).toHaveFocus();
});

test('a notice of a refusal shows its cause, the page to end it, and the words of the provider as text', async () => {
  const detail = 'Your organization must be <b>verified</b>.';
  const refusal: AdminNotice = {
    id: '1',
    subject: 'openai:verification:gpt-image-2',
    raisedAt: '2026-03-01T10:00:00.000Z',
    kind: 'provider_refuses',
    data: {
      provider: 'openai',
      cause: 'verification',
      modelId: 'gpt-image-2',
      status: 403,
      code: null,
      detail,
    },
  };
  answer('GET /api/admin/notices', { notices: [refusal] });
  await show();
  await button('Notices: 1').click();
  await see(page.getByText('The organization isn’t verified. Verify it.'));
  await see(page.getByText(detail));
  await see(page.getByText('gpt-image-2 · 403'));
  await expect
    .element(page.getByRole('link', { name: /Open OpenAI’s page/ }))
    .toHaveAttribute('href', 'https://platform.openai.com/settings/organization/general');
});

describe('the page', () => {
  test('the billing page shows that it is loading or has failed, and can be loaded again', async () => {
    answer('GET /api/admin/provider-balances', { openai: kept, gemini: none });
    const release = keepBack('GET /api/admin/provider-balances');
    await mount(<BillingPage />, { path: '/admin/billing' });
    await see(page.getByText('Loading...'));
    refuse('GET /api/admin/provider-balances', 'internal');
    release();
    await see(page.getByRole('alert').getByText('Failed to load'));
    answer('GET /api/admin/provider-balances', { openai: kept, gemini: none });
    await button('Try again').click();
    await see(openai);
  });

  test('the billing page keeps unsaved text when it is refreshed, and shows when that fails', async () => {
    await show();
    await balance.fill('4.5');
    answer('GET /api/admin/provider-balances', { openai: { ...kept, spentUSD: 99 }, gemini: none });
    await button('Refresh').click();
    await see(openai.getByText('$99.00'));
    await expect.element(balance).toHaveValue(4.5);
    refuse('GET /api/admin/provider-balances', 'internal');
    await button('Refresh').click();
    await see(page.getByRole('alert').getByText(/^Failed to refresh/));
    await see(openai.getByText('$99.00'));
  });

  test('the billing page asks before the admin leaves it with unsaved text', async () => {
    answer('GET /api/admin/provider-balances', { openai: kept, gemini: none });
    refuse('GET /api/admin/models', 'internal');
    await visit('/admin/billing');
    await balance.fill('4.5');
    await page.getByRole('link', { name: 'Models', exact: true }).click();
    await see(question.getByText('You have unsaved changes.'));
    await question.getByRole('button', { name: 'Confirm' }).click();
    await see(page.getByRole('heading', { level: 1, name: 'Models' }));
  });

  test("an admin page on a phone has neither the customers' tools nor the footer", async () => {
    answer('GET /api/admin/provider-balances', { openai: kept, gemini: none });
    await visit('/admin/billing', { phone: true });
    await see(page.getByRole('heading', { level: 1 }));
    const tools = page.getByRole('navigation', { name: 'Tools' });
    const footer = page.getByRole('contentinfo');
    expect([tools.query(), footer.query()]).toEqual([null, null]);
    await page.getByRole('banner').getByRole('link').first().click();
    await see(tools);
    await see(footer);
  });

  test.each([
    { language: 'en', phone: false },
    { language: 'hi', phone: true },
  ] as const)('the billing page is accessible and fits the screen: %o', async (settings) => {
    const endless = { ...kept, notes: long.name, updatedBy: long.email, belowThreshold: true };
    await show(
      { openai: { ...endless, remainingUSD: -10_000_000, spentUSD: 9_999_999 } },
      settings,
    );
    await see(openai.getByRole('checkbox'));
    await expectToFit('balances');
    await expectAccess('balances');
  });
});
