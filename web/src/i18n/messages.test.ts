import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { en } from './en';
import { applyLanguage, t } from './translate';

type MessageKey = Parameters<typeof t>[0];
type Row = [message: string, ...keys: MessageKey[]];

/**
 * Every promised message (docs/product.md, Messages), to the letter, with all keys that show it. The client
 * fills in `{…}`.
 */
const messages: Record<string, Row[]> = {
  generation: [
    ['An error occurred. Please check your funds or try again.', 'error.generate'],
    ['An error occurred. Please check your funds or try again.', 'error.generation_failed'],
    ['Insufficient funds or budget exceeded.', 'error.insufficient_funds', 'error.budget_exceeded'],
    ['An unexpected error occurred.', 'error.unexpected'],
    ['An error occurred while generating with the other provider.', 'results.compareFailed'],
    ['Unlock failed', 'results.unlockFailed'],
    ['Unlock failed with status {status}', 'error.unlockStatus'],
    ['Request failed with status {status}', 'error.requestStatus'],
    ['Cannot unlock: missing model identifier. Please regenerate.', 'error.missingModel'],
    ['No ideas generated. Try again.', 'failure.no_ideasHint'],
    ["Couldn't parse ideas. Try again with simpler inputs.", 'failure.unreadable_ideasHint'],
  ],
  payment: [
    ['Failed to initiate payment', 'topUp.initiateFailed'],
    ['Payment verification failed', 'topUp.verifyFailed'],
    ['Payment window closed', 'topUp.windowClosed'],
    ['Payment failed', 'topUp.failed'],
    ['Unable to open checkout', 'topUp.openFailed'],
    ['Failed to load the payment checkout', 'topUp.scriptFailed'],
    ['Payment failed: {reason}', 'topUp.failedBecause'],
    ['Payment successful! {amount} added to your wallet.', 'topUp.succeeded'],
    ['Minimum ₹1', 'topUp.minimum'],
  ],
  chat: [
    ['Error: {message}', 'studioCommon.error'],
    ['Failed to load conversations', 'threads.failed'],
    ['Failed to rename', 'threads.renameFailed'],
    ['Failed to delete', 'threads.deleteFailed'],
    ['Voice input is not supported in your browser.', 'voice.unsupported'],
  ],
  'sign-up': [
    ['Failed to create user profile on the server.', 'error.createProfile'],
    ['Not signed in', 'error.unauthenticated'],
    ['Failed to log in', 'error.login'],
    ['Failed to sign up', 'error.signUp'],
    ['Failed to send OTP', 'error.sendOtp'],
    ['Failed to verify OTP', 'error.verifyOtp'],
    ['Failed to send verification email', 'error.sendEmail'],
    ['Invalid email format.', 'invalid.emailFormat'],
    ['Please enter a valid email address.', 'invalid.email'],
    ['First and last name are required.', 'invalid.names'],
    ['Organization name is required.', 'invalid.orgName'],
    ['Enter a valid phone number.', 'invalid.phone'],
    ['Resend in {seconds}s', 'auth.resendIn'],
    ['Profile created — starting balance credited.', 'auth.profileCreated'],
    ['Please verify your email. A verification link was sent to your inbox.', 'auth.unverified'],
    ['Verification email sent. Please check your inbox.', 'auth.emailSent'],
    ['Please verify your email to continue using paid features.', 'error.email_unverified'],
    [
      "You've spent over ₹1,000. Please verify your email to continue using paid features.",
      'gate.warning',
    ],
  ],
  administration: [
    ['Forbidden', 'access.forbidden', 'error.forbidden'],
    ['Unauthorized', 'access.unauthorized'],
    ['Failed to load', 'access.failed', 'adminCommon.failedToLoad'],
    ['Save failed', 'adminModels.saveFailed'],
    ['Failed to save', 'adminBalances.saveFailed'],
    ['Sync failed', 'adminModels.syncFailed'],
    ['Failed to sync', 'adminModels.syncUnanswered'],
    ['Failed to list users', 'adminUsers.listFailed'],
    ['Failed to load detail', 'adminUsers.detailFailed'],
    ['Failed to load audit', 'adminUsers.auditFailed'],
    ['Failed to update user', 'adminUsers.updateFailed'],
    ['Action failed', 'adminCommon.actionFailed'],
    ['Failed to save role', 'adminUsers.roleFailed'],
    ['Failed to save profile', 'adminUsers.profileFailed'],
    ['Failed to refresh', 'adminBalances.refreshFailed'],
    ['User disabled', 'adminUsers.userDisabled'],
    ['User enabled', 'adminUsers.userEnabled'],
    ['User deleted', 'adminUsers.userDeleted'],
    ['Credits applied', 'adminUsers.creditsApplied'],
    ['Custom claims reset', 'adminUsers.claimsReset'],
    ['Profile saved', 'adminUsers.profileSaved'],
    ['No recent admin actions.', 'adminUsers.noAudit'],
    ['No more users.', 'adminUsers.noMore'],
    ['This is a large amount (> ₹5000).', 'adminUsers.largeAmount'],
    ['Balance is at or below threshold. Consider topping up.', 'adminBalances.low'],
    ['No updates yet', 'adminBalances.noUpdates'],
  ],
  consent: [
    ['Reject non\u2011essential', 'consent.reject'],
    ['Accept all', 'consent.accept'],
  ],
  organization: [
    ['You must be logged in as an organization admin to send invites.', 'organization.notAdmin'],
    ['Error: {message}', 'studioCommon.error'],
    ['Error updating budget.', 'organization.budgetFailed'],
    ['Access Denied. You are not an admin.', 'access.denied'],
    ['Invite sent to {email}. They need to sign up with this email.', 'organization.sent'],
  ],
};

const rows = Object.values(messages).flat();
const filledIn = (message: string) =>
  Object.fromEntries([...message.matchAll(/\{(\w+)\}/g)].map(([whole, name]) => [name, whole]));

beforeAll(() => applyLanguage('en', en));

describe.each(Object.entries(messages))('messages of %s', (_area, said) => {
  test.each(said)('the client shows the promised message to the letter: %s', (message, ...keys) => {
    for (const key of keys) expect(t(key, filledIn(message)), key).toBe(message);
  });
});

/** The code of the client without its texts and tests. */
function readSources(): string {
  const root = join(import.meta.dirname, '..');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|^i18n/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n');
}

test('a text that is shown without values has no place for one', () => {
  const areas: Readonly<Record<string, unknown>> = en;
  const findTexts = (key: string): unknown[] => {
    const [area = '', ...names] = key.split('.');
    return ['', '_one', '_other'].map((end) =>
      `${names.join('.')}${end}`
        .split('.')
        .reduce<unknown>((place, name) => (place as Record<string, unknown>)?.[name], areas[area]),
    );
  };
  const keys = [...readSources().matchAll(/\bt\(\s*'([\w.]+)',?\s*\)/g)].map(([, key]) => key!);
  expect(keys.length).toBeGreaterThan(500);
  const unfilled = keys.filter((key) => findTexts(key).some((text) => /\{\{/.test(String(text))));
  expect([...new Set(unfilled)]).toEqual([]);
});

test('some component uses every promised message', () => {
  const sources = readSources();
  // Code contains a key whole, or computes its end: `t(\`error.${code}\`)`.
  const templates = [...sources.matchAll(/`(\w+(?:\.\w+)*\.)\$\{/g)].map(([, start]) => start!);
  const isSaid = (key: string) =>
    sources.includes(`'${key}'`) || templates.some((start) => key.startsWith(start));
  const silent = rows.flatMap(([, ...keys]) => keys.filter((key) => !isSaid(key)));
  expect(silent).toEqual([]);
});

test('a failed card has a title and a hint for each category', () => {
  expect(en.failure.generic).toMatch(/^generation blocked$/i);
  const categories = 'generic safety copyright quota access request server rate_limit'.split(' ');
  const named = categories.flatMap((category) => [category, `${category}Hint`]);
  expect(Object.keys(en.failure)).toEqual(expect.arrayContaining(named));
});
