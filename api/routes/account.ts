/** One's own account: everything that is kept of it, and closing it. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listConversations, readTurns } from '@sachet/db/chat/conversations';
import { eraseContent } from '@sachet/db/people/user-erasure';
import { listGenerations } from '@sachet/db/studio/generations';
import { readProfile, type Profile } from '@sachet/db/people/profiles';
import { readWholeStatement } from '@sachet/db/wallets/statement';
import { changeUser } from '@sachet/db/people/user-changes';
import { leavesOthersWithoutAdmin } from '@sachet/db/people/user-roles';
import { closeAccount, previewClosing } from '@sachet/flows/close-account';
import { repliesMax } from '@sachet/shared/chat';
import { CloseAccountRequest, ClosingPreview } from '@sachet/shared/contracts/account';
import { rupeesFromPaise } from '@sachet/shared/money';
import { isSuperAdmin } from '../access.ts';
import { profileOf, type Caller } from '../caller.ts';
import { conversationOf } from '../chat/conversation-view.ts';
import { generationResult } from '../generation-result.ts';
import type { Dependencies } from '../dependencies.ts';
import { Refusal } from '../refusal.ts';
import { ok, route } from '../route.ts';
import { deleteAccount } from '../sign-in-accounts.ts';
import { openStatement, statementRow } from '../statement-view.ts';
import { userProfile } from '../user-profile.ts';

export const getClosingPreview = route({
  method: 'get',
  path: '/api/account/closing',
  access: 'signed-in',
  summary: 'What closing the account would do to the money, as it stands now.',
  answers: { 200: ClosingPreview },
  async handle({ deps, caller }) {
    const profile = await profileOf(deps, caller);
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

export const postCloseAccount = route({
  method: 'post',
  path: '/api/account/close',
  access: 'signed-in',
  summary: 'Closes the account: words and images are erased, unspent paid money goes back.',
  body: CloseAccountRequest,
  answers: { 204: null },
  async handle({ deps, caller, body, response }) {
    const { uid } = await profileOf(deps, caller);
    if (await isSuperAdmin(deps, caller)) throw refusalOfObstacle('super_admin');
    await changeUser(deps.db, uid, async (trx) => {
      // The same call a moment ago was first.
      if ((await readProfile(trx, uid))?.deleted_at) return;
      const outcome = await closeAccount(trx, {
        uid,
        remainder: body.remainder,
        actor: `user:${uid}`,
        action: 'close-account',
        deleteSignIn: () => deleteAccount(deps, uid),
      });
      if (outcome === 'last_admin') throw refusalOfObstacle('only_admin');
    });
    await eraseContent(deps.db, { uid, limit: wordsAtOnce }).catch((error: unknown) => {
      deps.log.error({ err: error, uid }, 'words of a closed account are left to the sweep');
    });
    response.status(204).end();
  },
});

const wordsAtOnce = 200;

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

function refusalOfObstacle(obstacle: NonNullable<ClosingPreview['obstacle']>): Refusal {
  switch (obstacle) {
    case 'only_admin':
      return new Refusal(
        'wrong_state',
        'You are the only admin of your organization. Name another one first.',
      );
    case 'super_admin':
      return new Refusal(
        'wrong_state',
        'A super admin cannot close their account. Have the role taken away first.',
      );
    default:
      return obstacle satisfies never;
  }
}

/** Who is downloading from this process: each reads everything of theirs, so one at a time. */
const downloading = new Set<string>();

export const getMyData = route({
  method: 'get',
  path: '/api/account/data',
  access: 'signed-in',
  summary: 'Everything that is kept of the caller, as one JSON file. Links to images expire.',
  answers: { 200: null },
  async handle({ deps, caller, response }) {
    const profile = await profileOf(deps, caller);
    if (downloading.has(caller.uid)) {
      throw new Refusal('rate_limited', 'Your data is being downloaded already.', {
        retryAfterSeconds: 10,
      });
    }
    downloading.add(caller.uid);
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="sachet-my-data.json"',
      'Cache-Control': 'no-store',
    });
    await pipeline(Readable.from(dataOf(deps, caller, profile)), response)
      .catch((error: unknown) => {
        if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') {
          deps.log.error({ err: error }, 'a download of personal data was cut off');
        }
      })
      .finally(() => downloading.delete(caller.uid));
  },
});

/** A page at a time: neither memory nor a connection is held while whoever reads takes their time. */
async function* dataOf(
  deps: Dependencies,
  caller: Caller,
  profile: Profile,
): AsyncGenerator<string, void> {
  const head = { exportedAt: new Date().toISOString(), profile: userProfile(profile) };
  yield `${JSON.stringify(head).slice(0, -1)},"generations":[`;
  yield* joined(generationsOf(deps, caller.uid));
  yield '],"conversations":[';
  yield* joined(conversationsOf(deps, caller.uid));
  yield '],"statement":[';
  yield* joined(statementOf(deps, caller));
  yield ']}\n';
}

async function* joined(items: AsyncIterable<unknown>): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`;
    isFirst = false;
  }
}

const pageSize = 50;

async function* generationsOf(deps: Dependencies, uid: string) {
  for (let after: string | null = null; ;) {
    const page = await listGenerations(deps.db, { uid, after, limit: pageSize });
    for (const each of page) yield generationResult(deps, each);
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function* conversationsOf({ db }: Dependencies, uid: string) {
  for (let after: string | null = null; ;) {
    const page = await listConversations(db, { uid, after, limit: pageSize });
    for (const each of page) {
      const turns = await readTurns(db, { conversationId: each.id, limit: 2 * repliesMax });
      yield conversationOf(each, turns);
    }
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

async function* statementOf(deps: Dependencies, caller: Caller) {
  const { scope } = await openStatement(deps, caller, {});
  for await (const batch of readWholeStatement(deps.db, scope)) yield* batch.map(statementRow);
}
