/** The caller's own account: exporting its data, and closing it. */
import { Readable } from 'node:stream';
import { readBrandKit } from '@sachet/db/studio/brand-kits';
import { readRedemptions } from '@sachet/db/people/gift-codes';
import { listConversations } from '@sachet/db/chat/conversations';
import { readBillingProfiles } from '@sachet/db/tax/profiles';
import { readSubscriptions } from '@sachet/db/people/push';
import { readBroughtFriends, readOwnReferral } from '@sachet/db/people/referrals';
import { eraseContent } from '@sachet/db/people/user-erasure';
import { listGenerations } from '@sachet/db/studio/generations';
import { listVersions } from '@sachet/db/studio/versions';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import { readWholeStatement } from '@sachet/db/wallet/statement';
import { changeUser } from '@sachet/db/people/user-changes';
import { leavesOthersWithoutAdmin } from '@sachet/db/people/user-roles';
import { closeAccount, previewClosing } from '@sachet/flows/people/close-account';
import type { ClosingPreview } from '@sachet/shared/people/contracts/account';
import { rupeesFromPaise } from '@sachet/shared/money';
import { toKit } from '../studio/brand.ts';
import { toPictureVersion } from '../studio/versions.ts';
import { toBroughtBy, toBroughtFriend } from './friends.ts';
import { isSuperAdmin } from '../identity/access.ts';
import { requireProfile, type Caller } from '../identity/caller.ts';
import { enterExports, sendDownload } from '../http/send-download.ts';
import { readWholeConversation } from '../chat/read-conversation.ts';
import { toGenerationResult } from '../studio/generation-result.ts';
import type { Dependencies } from '../dependencies.ts';
import { toApplicant } from '../limits/resources.ts';
import { Refusal } from '../http/refusal.ts';
import { ok, route } from '../http/route.ts';
import { deleteAccount } from '../identity/sign-in-accounts.ts';
import { openStatement, toStatementRow } from '../wallet/statement-view.ts';
import { toUserProfile } from './user-profile.ts';

export const getClosingPreview = route('GET /api/account/closing', {
  weight: 3,
  async handle({ deps, caller }) {
    const profile = await requireProfile(deps, caller);
    const [closing, obstacle] = await Promise.all([
      previewClosing(deps.db, caller.uid),
      findObstacle(deps, caller),
    ]);
    const preview: ClosingPreview = {
      sentBack: rupeesFromPaise(closing.paidPaise),
      ends: rupeesFromPaise(closing.givenPaise),
      held: rupeesFromPaise(closing.heldPaise),
      organizationKeeps: closing.walletIds.includes(profile.wallet_id)
        ? null
        : profile.organization_name,
      obstacle,
    };
    return ok(preview);
  },
});

export const postCloseAccount = route('POST /api/account/close', {
  async handle({ deps, caller, body, response }) {
    const { uid } = await requireProfile(deps, caller);
    if (await isSuperAdmin(deps, caller)) throw toObstacleRefusal('super_admin');
    await changeUser(deps.db, uid, async (trx) => {
      // An earlier call has closed the account.
      if ((await readProfile(trx, uid))?.deleted_at) return;
      const outcome = await closeAccount(trx, {
        uid,
        remainder: body.remainder,
        actor: `user:${uid}`,
        action: 'close-account',
        deleteSignIn: () => deleteAccount(deps, uid),
      });
      if (outcome === 'last_admin') throw toObstacleRefusal('only_admin');
    });
    await eraseContent(deps.db, { uid, limit: erasedAtOnce }).catch((error: unknown) => {
      deps.log.error(
        { err: error, uid },
        'failed to erase the content of a closed account; the sweep will retry',
      );
    });
    response.status(204).end();
  },
});

const erasedAtOnce = 200;

async function findObstacle(
  deps: Dependencies,
  caller: Caller,
): Promise<ClosingPreview['obstacle']> {
  if (await isSuperAdmin(deps, caller)) return 'super_admin';
  const leaves = await changeUser(deps.db, caller.uid, (trx) =>
    leavesOthersWithoutAdmin(trx, caller.uid),
  );
  return leaves ? 'only_admin' : null;
}

function toObstacleRefusal(obstacle: NonNullable<ClosingPreview['obstacle']>): Refusal {
  switch (obstacle) {
    case 'only_admin':
      return new Refusal(
        'wrong_state',
        'You’re the only admin of your organization. Make someone else an admin first.',
      );
    case 'super_admin':
      return new Refusal(
        'wrong_state',
        'Super admins can’t close their account. Ask another super admin to remove your role first.',
      );
    default:
      return obstacle satisfies never;
  }
}

export const getMyData = route('GET /api/account/data', {
  weight: 5,
  async handle({ deps, caller, request, response }) {
    const profile = await requireProfile(deps, caller);
    const leave = await enterExports(deps, await toApplicant(deps, profile, request), response);
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sachet-my-data.json"',
      'Cache-Control': 'no-store',
    });
    await sendDownload(Readable.from(exportData(deps, caller, profile)), response, {
      log: deps.log,
      whenCutOff: 'download of personal data was interrupted',
    }).finally(leave);
  },
});

/** Reads a page at a time: a slow reader occupies neither memory nor a connection. */
async function* exportData(
  deps: Dependencies,
  caller: Caller,
  profile: Profile,
): AsyncGenerator<string, void> {
  const { uid } = caller;
  const brand = await readBrandKit(deps.db, { uid });
  const broughtBy = await readOwnReferral(deps.db, uid);
  const friends = await readBroughtFriends(deps.db, { uid, limit: friendsAtMost });
  const redemptions = await readRedemptions(deps.db, uid);
  const browsers = await readSubscriptions(deps.db, uid);
  const head = {
    exportedAt: new Date().toISOString(),
    profile: toUserProfile(profile),
    brand: brand ? toKit(deps, brand) : null,
    broughtBy: broughtBy ? toBroughtBy(broughtBy) : null,
    friends: friends.map(toBroughtFriend),
    giftCodes: redemptions.map(({ amount_paise, redeemed_at }) => ({
      amount: rupeesFromPaise(amount_paise),
      redeemedAt: redeemed_at.toISOString(),
    })),
    // The whole address of a browser would let its reader send notices to it.
    notifiedBrowsers: browsers.map(({ endpoint, language, created_at }) => ({
      service: URL.parse(endpoint)?.host ?? null,
      language,
      since: created_at.toISOString(),
    })),
    billingProfiles: await exportBillingProfiles(deps, profile),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"generations":[`;
  yield* joinItems(exportGenerations(deps, caller.uid));
  yield '],"conversations":[';
  yield* joinItems(exportConversations(deps, caller.uid));
  yield '],"statement":[';
  yield* joinItems(exportStatement(deps, caller));
  yield ']}\n';
}

/** Returns the billing profiles of the user's own wallet; those of an organization are not theirs. */
async function exportBillingProfiles({ db }: Dependencies, profile: Profile) {
  if (profile.account_type === 'organization') return [];
  const dated = await readBillingProfiles(db, [profile.wallet_id]);
  return dated.map(({ profile: entered, validFromMs }) => ({
    ...entered,
    validFrom: new Date(validFromMs).toISOString(),
  }));
}

async function* joinItems(items: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`;
    isFirst = false;
  }
}

const pageSize = 50;

/** The most friends in an export. */
const friendsAtMost = 10_000;

async function* exportGenerations(deps: Dependencies, uid: string) {
  for (let after: string | null = null; ;) {
    const page = await listGenerations(deps.db, { uid, after, limit: pageSize });
    for (const each of page) {
      const isBought = each.purchases.length > 0;
      const rows = isBought ? await listVersions(deps.db, { generationId: each.id, uid }) : [];
      const versions = rows.map((row) => toPictureVersion(deps, row));
      yield { ...toGenerationResult(deps, each), versions };
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function* exportConversations(deps: Dependencies, uid: string) {
  for (let after: string | null = null; ;) {
    const page = await listConversations(deps.db, { uid, after, limit: pageSize });
    for (const each of page) yield readWholeConversation(deps, each);
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function* exportStatement(deps: Dependencies, caller: Caller) {
  const { scope } = await openStatement(deps, caller, {});
  for await (const batch of readWholeStatement(deps.db, scope)) {
    yield* batch.map((event) => toStatementRow(deps, caller, event));
  }
}
