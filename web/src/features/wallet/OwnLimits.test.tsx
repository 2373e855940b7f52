import type { OwnLimitsRequest } from '@sachet/shared/wallet/contracts/wallet';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useProfile } from '../../api/profile';
import { expectAccess } from '../../testing/access';
import { mount, see, seeGone } from '../../testing/mount';
import { signIn, someProfile } from '../../testing/people';
import { answer, refuse, requestsTo } from '../../testing/server';
import { LowBalance } from './LowBalance';
import { OwnLimits } from './OwnLimits';
import { Usage } from './WalletPage';
import { WalletPill } from './WalletPill';

const cap = page.getByLabelText('Stop me in a month at');
const low = page.getByLabelText('Tell me when I have less than');

function answerLimits(uid: string): void {
  answer('PATCH /api/wallet/limits', ({ body }) => {
    const { monthlyCap = 0, lowBalance = 0 } = body as OwnLimitsRequest;
    return someProfile({ uid, budget: monthlyCap, lowBalance, spentThisMonth: 135 });
  });
}

test('Enter saves a monthly limit, and the page shows how much of it is left', async () => {
  const uid = signIn({ profile: { spentThisMonth: 135 } });
  answerLimits(uid);
  await mount(<OwnLimits />);
  await expect.element(cap).toHaveAttribute('placeholder', 'No limit');
  await cap.fill('500');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Your limit is ₹500 a month.'));
  await see(page.getByRole('meter'));
  await see(page.getByText('of ₹500.00'));
  expect(requestsTo('PATCH /api/wallet/limits').map(({ body }) => body)).toEqual([
    { monthlyCap: 500 },
  ]);
  await expectAccess('limits of a person');
  await cap.fill('');
  await userEvent.tab();
  await see(page.getByText('Your monthly limit is off.'));
});

test('an invalid limit is ignored, and the field shows the stored limit again', async () => {
  signIn({ profile: { budget: 300 } });
  await mount(<OwnLimits />);
  await cap.fill('-5');
  await userEvent.tab();
  await expect.element(cap).toHaveValue('300');
  expect(requestsTo('PATCH /api/wallet/limits')).toEqual([]);
});

test('the wallet page says beside the field why a limit was not saved', async () => {
  signIn();
  refuse('PATCH /api/wallet/limits', 'unavailable');
  await mount(<OwnLimits />);
  await low.fill('100');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Refused: unavailable'));
  await expect.element(low).toHaveValue('100');
});

test("a member of an organization cannot set a limit, because the organization's admin sets it", async () => {
  signIn({
    profile: {
      accountType: 'organization',
      organizationId: 'org_1',
      organizationName: 'Chai & Co.',
    },
  });
  await mount(<OwnLimits />);
  await see(low);
  expect(cap.query()).toBeNull();
});

/** Reads the profile, which contains the user's limits. */
function WithProfile() {
  useProfile();
  return (
    <>
      <WalletPill />
      <LowBalance />
    </>
  );
}

test("a balance below the user's chosen amount shows a warning in words and on the wallet button", async () => {
  signIn({
    profile: { lowBalance: 100 },
    wallet: { available: 40, walletBalance: 40 },
  });
  await mount(<WithProfile />, { phone: true });
  await see(page.getByText('₹40.00 left, less than the ₹100 you chose.'));
  await see(page.getByRole('link', { name: 'Wallet, ₹40.00. Your balance is low.' }));
  await expectAccess('a low balance');
});

test("a balance at the user's chosen amount shows no warning", async () => {
  signIn({ profile: { lowBalance: 250 } });
  await mount(<WithProfile />);
  await see(page.getByRole('link', { name: 'Wallet, ₹250.00', exact: true }));
  await seeGone(page.getByText(/left, less than/));
});

test('the chart shows spending by month and tool, from the first month with spending', async () => {
  signIn();
  answer('GET /api/wallet/usage', {
    months: [
      { month: '2026-09', spent: {} },
      { month: '2026-10', spent: { image: 150 } },
      { month: '2026-11', spent: { image: 75, edit_image: 45, chat: 15 } },
    ],
  });
  await mount(<Usage />, { phone: true });
  await expect
    .poll(() =>
      page
        .getByRole('row')
        .elements()
        .map((row) => row.textContent),
    )
    .toEqual(['Nov 2026₹135.00', 'Oct 2026₹150.00']);
  const tools = page.getByRole('list', { name: 'By tool' }).getByRole('listitem');
  await expect
    .poll(() => tools.elements().map((tool) => tool.textContent))
    .toEqual(['Pictures₹225.00', 'Edits₹45.00', 'Chat₹15.00']);
  await expectAccess('what was spent');
});
