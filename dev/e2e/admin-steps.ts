// Frequent steps of super admins, and what the books record of them.
import { toCallback, openCounter } from '@sachet/api/testing/payments';
import type { Person } from '../local/testing/people.ts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { toBrowserState, createWithAddress } from './people.ts';
import { see, seeGone } from './steps.ts';
import { shareStudio, superAdminAddress, type Studio } from './studio.ts';
import type { BrowserState, Settings } from './visitor.ts';

export interface AdministeredStudio {
  studio: Studio;
  admin: Person;
  /** The browser state in which the super admin is signed in. */
  state: BrowserState;
}

let shared: Promise<AdministeredStudio> | undefined;

/** The shared studio of this process, whose super admin has signed up. */
export function shareAdministeredStudio(): Promise<AdministeredStudio> {
  return (shared ??= shareStudio().then(signUpAdmin));
}

async function signUpAdmin(studio: Studio): Promise<AdministeredStudio> {
  const admin = await createWithAddress(studio, superAdminAddress);
  return { studio, admin, state: toBrowserState(studio, admin) };
}

/** Runs a journey in the super admin's browser. */
export const actAs =
  ({ studio, state }: Pick<AdministeredStudio, 'studio' | 'state'>) =>
  (journey: (page: Page) => Promise<void>, settings: Settings = {}): Promise<void> =>
    studio.visit(({ page }) => journey(page), { state, consent: 'denied', ...settings });

/** The rows of the page's table, without the header. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('table')
    .getByRole('row')
    .filter({ hasNot: heads(page) });

const heads = (page: Page): Locator => page.getByRole('columnheader');

export const userDialog = (page: Page): Locator =>
  page.getByRole('dialog').filter({ has: page.getByRole('tablist') });

export async function openUser(page: Page, uid: string, tab: string): Promise<Locator> {
  await page.goto(`/admin/users?uid=${uid}&tab=${tab}`);
  const dialog = userDialog(page);
  await see(dialog.getByRole('tabpanel'));
  return dialog;
}

/** Waits for the text in the 'Please confirm' dialog, then confirms. */
export async function confirm(page: Page, words: string | RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await see(question.getByText(words));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await seeGone(question);
}

/** Expects exactly these actions of this admin on the user, oldest first. */
export async function expectAudit(
  { books }: Studio,
  { uid, admin, actions }: { uid: string; admin: Person; actions: string[] },
): Promise<void> {
  const rows = await books.query<{ action: string; actor: string }>(
    'select action, actor from admin_audit where target_uid = $1 order by id',
    [uid],
  );
  expect(rows).toEqual(actions.map((action) => ({ action, actor: `user:${admin.uid}` })));
}

/** Kind, effect and reason of each event of a wallet, oldest first. */
export function readEvents(
  { books }: Studio,
  owner: { kind: 'user' | 'organization'; id: string },
) {
  return books.query<{ kind: string; amount_paise: number; reason: string | null }>(
    `select e.kind, e.amount_paise, e.reason from ledger_event e
       join wallet w on w.id = e.wallet_id and w.owner_kind = $1 and w.owner_id = $2
      order by e.seq`,
    [owner.kind, owner.id],
  );
}

/** Pays this amount in rupees like the gateway's sheet. Returns the payment's id. */
export async function payIn(
  { url, stack }: Studio,
  { headers }: Person,
  rupees: number,
): Promise<string> {
  const send = async <Body>(path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  };
  const order = await send<{ orderId: string }>('/api/razorpay-order', { amount: rupees });
  const paymentId = await openCounter(stack.razorpayUrl).pay(order.orderId);
  await send('/api/razorpay-verify', toCallback(order.orderId, paymentId));
  return paymentId;
}
