// Parts of the client that load later, with only their file missing; some also without a connection.
import { asCustomer } from '@sachet/api/testing/client';
import { foundOrganization } from '@sachet/api/testing/organization';
import { fillAndSpend } from '@sachet/api/testing/spending';
import { signUpWithEmail } from '../local/testing/people.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choosePhoto, generate, prompt } from './edit-steps.ts';
import { countReload, goInPage } from './in-page.ts';
import {
  dialog,
  editTool,
  expectPageToStay,
  expectPartsToReturn,
  expectTyped,
  home,
  imageTool,
  missing,
  parts,
  type Step,
  tool,
  watchFiles,
} from './missing-steps.ts';
import { createIndividual, createWithAddress, toBrowserState } from './people.ts';
import { takePhoto } from './photo.ts';
import { resultFrom, see, someAddress, somebodyNew, soon } from './steps.ts';
import { isFormMode, modes } from '@sachet/shared/tools';
import { shareStudio, type Studio } from './studio.ts';
import type { Visitor } from './visitor.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await shareStudio();
});
afterAll(() => studio?.stop());

/** The steps of a visitor who has typed in the picture tool. The last one opens a dialog. */
const visitorSteps: Record<string, Step> = {
  'features/chat/voice/VoiceInput': { at: '/?mode=image', isAsked: false, isAlsoOffline: true },
  'features/studio/examples/Examples': { at: '/', isAsked: false },
  'features/studio/occasions/NextOccasions': { at: '/', isAsked: false },
  'features/studio/instagram/InstagramTool': tool('instagram'),
  'features/studio/instagram/IdeasTool': tool('instagram_ideas'),
  'features/studio/general/GeneralTool': { ...tool('general'), isAlsoOffline: true },
  'features/studio/text-form/TextTool': tool(modes.find(isFormMode)!),
  'features/studio/pictures/EditTool': tool('edit_image'),
  'features/studio/batch/BatchTool': tool('edit_image&batch='),
  'features/people/auth/AuthModal': {
    ...dialog((page) => page.getByRole('button', { name: 'Get Started' }).first().click()),
    isAlsoOffline: true,
  },
};

const imageSteps: Record<string, Step> = { 'features/studio/pictures/ImageTool': tool('image') };

/** The steps of a user with these results. */
const buyerSteps = (picture: string, text: string): Record<string, Step> => ({
  'features/studio/home/SignedInHome': { at: '/', isAsked: true },
  'features/studio/text/Markdown': {
    at: `/?mode=general&results=${text}`,
    isAsked: false,
    instead: (page) => resultFrom(page, 'Google'),
  },
  'features/studio/results/FullPicture': inResults(picture, 'Full screen: Google'),
  'features/studio/versions/ShareSheet': inResults(picture, 'Share the picture from Google'),
  'features/studio/versions/VersionDialog': inResults(picture, 'Sizes & brand'),
  'features/studio/library/Viewer': dialog((page) => openInLibrary(page, picture)),
  'features/wallet/WalletModal': dialog((page) =>
    page.getByRole('banner').getByRole('button', { name: 'Add funds' }).click(),
  ),
});

const inResults = (picture: string, name: string): Step =>
  dialog(async (page) => {
    await page.evaluate(goInPage, `/?mode=image&results=${picture}`);
    await page.getByRole('button', { name }).first().click();
  });

async function openInLibrary(page: Page, picture: string): Promise<void> {
  await page.evaluate(goInPage, '/library');
  await page.locator(`[data-generation="${picture}"]`).click();
}

/** The steps of a user who must verify an email address. */
const unverifiedSteps: Record<string, Step> = {
  'features/people/auth/EmailGate': { at: '/?mode=image', isAsked: true },
};

/** Parts of an invitation, a sign-up, a purchase and an upload, which have their own tests below. */
const alone = [
  'features/organizations/InvitationDialog',
  'features/people/auth/OtpForm',
  'features/people/auth/VerifyDialog',
  'app/shell/SendingPhoto',
];

/** `stale-build.test.ts` tests a page. The drawing of a chart is a part of an admin page. */
const isPage = (module: string) => /Page$|^features\/finance\//.test(module);

test('every later component has a step of this journey or is named as an exception', () => {
  const listed = [visitorSteps, imageSteps, buyerSteps('', ''), unverifiedSteps]
    .flatMap((steps) => Object.keys(steps))
    .concat(alone);
  expect([...parts.keys()].filter((module) => !isPage(module)).toSorted()).toEqual(
    listed.toSorted(),
  );
});

/** Visits as a user, or as a visitor. */
const visitAs = (
  person: Parameters<typeof toBrowserState>[1] | null,
  journey: (visitor: Visitor) => Promise<void>,
) =>
  studio.visit(
    async (visitor) => {
      await visitor.page.addInitScript(countReload);
      await journey(visitor);
    },
    { consent: 'denied', ...(person && { state: toBrowserState(studio, person) }) },
  );

const asUser = (person: Parameters<typeof asCustomer>[1]) =>
  asCustomer({ apiUrl: studio.url }, person);

test('a later part of a visitor may be missing: the page and the typed text stay, and the next use loads it', () =>
  visitAs(null, async (visitor) => {
    const { page } = visitor;
    await expectPartsToReturn(visitor, imageTool, visitorSteps);
    await see(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expectTyped(page, imageTool);
  }));

test('the picture tool may be missing, and the next use loads it', () =>
  visitAs(null, async (visitor) => {
    await expectPartsToReturn(visitor, editTool, imageSteps);
    await see(imageTool.field(visitor.page));
    await expectTyped(visitor.page, editTool);
  }));

test('a later part of a buyer may be missing: the page and the typed text stay, and the next use loads it', async () => {
  const person = await createIndividual(studio);
  const customer = asUser(person);
  const picture = await customer.preview();
  expect((await customer.unlock(picture)).status).toBe(200);
  const text = await customer.preview({ mode: 'general' });
  expect((await customer.unlockText(text)).status).toBe(200);
  await visitAs(person, async (visitor) => {
    const { page } = visitor;
    const steps = buyerSteps(picture.generationId, text.generationId);
    await expectPartsToReturn(visitor, imageTool, steps);
    await see(page.getByRole('dialog', { name: 'Wallet' }));
    await page.keyboard.press('Escape');
    await expectTyped(page, imageTool);
  });
});

/** A user with an unverified email address and one picture, who has spent so much that it must be verified. */
async function createUnverified() {
  const person = await signUpWithEmail({ verified: false });
  const customer = asUser(person);
  const account = { accountType: 'individual', firstName: 'Asha', lastName: 'Verma' };
  expect((await customer.send('/api/user', { json: account })).status).toBe(201);
  const { generationId } = await customer.preview();
  const [profile] = await studio.books.query<{ wallet_id: string }>(
    'select wallet_id from user_profile where uid = $1',
    [person.uid],
  );
  await fillAndSpend(studio.stack.database, {
    walletId: profile!.wallet_id,
    uid: person.uid,
    amountPaise: 1_001_00,
  });
  return { person, generationId };
}

test('the page and the dialog that ask for a verified email address may be missing, and the next use loads them', async () => {
  const { person, generationId } = await createUnverified();
  await visitAs(person, async (visitor) => {
    const { page } = visitor;
    await expectPartsToReturn(visitor, home, unverifiedSteps);
    const { blocked } = await watchFiles(page);
    const file = parts.get('features/people/auth/VerifyDialog')!;
    blocked.add(file);
    await page.goto(`/library?open=${generationId}`);
    const unlock = page.getByRole('button', { name: /^Unlock · / });
    await unlock.click();
    await see(missing(page));
    await expectPageToStay(page);
    blocked.delete(file);
    await unlock.click();
    await see(page.getByRole('dialog', { name: 'Verify your email' }));
  });
});

test('a sign-up says that the form for the code is missing, and the next press shows it', async () => {
  await visitAs(null, async ({ page }) => {
    const { blocked } = await watchFiles(page);
    const file = parts.get('features/people/auth/OtpForm')!;
    blocked.add(file);
    await page.goto('/signup');
    const { phone } = somebodyNew();
    await page.getByLabel('Phone number').fill(phone);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await see(missing(page));
    await expectPageToStay(page);
    blocked.delete(file);
    await missing(page).click();
    await see(page.getByText(`We sent a code to +91${phone}.`));
  });
});

test('a photo whose progress cannot be shown is sent, and the next one shows its progress', async () => {
  const person = await createIndividual(studio);
  await visitAs(person, async ({ page }) => {
    const { blocked, refused } = await watchFiles(page);
    const file = parts.get('app/shell/SendingPhoto')!;
    blocked.add(file);
    let send = () => undefined as void;
    await page.route('**/api/upload', async (route) => {
      await new Promise<void>((resolve) => (send = resolve));
      await route.continue();
    });
    await page.goto('/?mode=edit_image');
    await choosePhoto(page, await takePhoto(page, { width: 320, height: 240 }));
    await prompt(page).fill('A yellow umbrella');
    await generate(page).click();
    await see(page.getByText('Working…'));
    await soon(() => expect(refused.get(file)).toBeGreaterThan(0));
    send();
    await see(resultFrom(page, 'Google'));
    await expectPageToStay(page);

    blocked.delete(file);
    await page.goto('/?mode=edit_image');
    await generate(page).click();
    await see(page.getByRole('progressbar', { name: 'Uploading your photo…' }));
    send();
    await see(resultFrom(page, 'Google'));
  });
});

test('an invitation whose dialog is missing leaves the page, and its line opens it', async () => {
  const email = someAddress('meera');
  const person = await createWithAddress(studio, email);
  const { status } = await (await foundOrganization({ apiUrl: studio.url })).invite(email);
  expect(status).toBe(200);
  await visitAs(person, async ({ page }) => {
    const { blocked } = await watchFiles(page);
    blocked.add(parts.get('features/organizations/InvitationDialog')!);
    await page.goto('/?mode=image');
    await see(missing(page));
    await expectPageToStay(page);
    await page.getByRole('link', { name: 'View invitation' }).click();
    await see(page.getByRole('article').getByText('“Chai & Co.”'));
  });
});
