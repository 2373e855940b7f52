/**
 * Index scans for a filter. Each scan is a range of events in the order of one index. Together the scans
 * contain every matching event, and usually more.
 */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { Database } from '../../tables.ts';
import {
  areRare,
  isNotRevenue,
  isByAdmin,
  isRareKind,
  type HistoryFilter,
  type OwnWallets,
} from './filter.ts';
import { seqsBetween, type PositionRange } from './position-range.ts';

/** A scan by the key columns `wallet_id` and `seq`, or by an index that ends with `position`. */
export type IndexScan =
  | { readonly by: 'seq'; readonly walletId: string; readonly range: PositionRange }
  | {
      readonly by: 'position';
      readonly of: Expression<SqlBool> | null;
      readonly range: PositionRange;
    };

/** Chooses the narrowest scans: a wallet has fewer events than a kind, and a kind fewer than the ledger. */
export async function chooseIndexScans(
  db: Kysely<Database>,
  filter: HistoryFilter,
  own: OwnWallets,
  range: PositionRange,
): Promise<IndexScan[]> {
  const wallets = await findWallets(db, filter, own);
  if (wallets) {
    return Promise.all(
      wallets.map(async (walletId): Promise<IndexScan> => {
        return { by: 'seq', walletId, range: await seqsBetween(db, walletId, range) };
      }),
    );
  }
  const { actor, counterAccount, kinds } = filter;
  if (actor?.startsWith('admin:')) {
    return [{ by: 'position', of: sql`e.actor = ${actor} and ${isByAdmin}`, range }];
  }
  if (counterAccount !== null && !counterAccount.startsWith('revenue:')) {
    const of = sql<SqlBool>`e.counter_account = ${counterAccount} and ${isNotRevenue}`;
    return [{ by: 'position', of, range }];
  }
  if (kinds && areRare(kinds)) {
    return kinds.map((kind): IndexScan => {
      return { by: 'position', of: sql`e.kind = ${kind} and ${isRareKind}`, range };
    });
  }
  return [{ by: 'position', of: null, range }];
}

/** The wallets that contain all matching events; null if any wallet may contain some. */
async function findWallets(
  db: Kysely<Database>,
  { walletId, organizationId, uid }: HistoryFilter,
  { ofUid, ofOrganization }: OwnWallets,
): Promise<string[] | null> {
  if (walletId !== null) return [walletId];
  if (organizationId !== null) return ofOrganization === null ? [] : [ofOrganization];
  if (uid === null) return null;
  const spentIn = await db
    .selectFrom('member_month')
    .select('wallet_id')
    .distinct()
    .where('member_uid', '=', uid)
    .execute();
  const wallets = new Set(spentIn.map(({ wallet_id }) => wallet_id));
  if (ofUid !== null) wallets.add(ofUid);
  return [...wallets];
}

export async function readOwnWallets(
  db: Kysely<Database>,
  { uid, organizationId }: HistoryFilter,
): Promise<OwnWallets> {
  const findWallet = async (kind: 'user' | 'organization', id: string | null) => {
    if (id === null) return null;
    const row = await db
      .selectFrom('wallet')
      .select('id')
      .where('owner_kind', '=', kind)
      .where('owner_id', '=', id)
      .executeTakeFirst();
    return row?.id ?? null;
  };
  const [ofUid, ofOrganization] = await Promise.all([
    findWallet('user', uid),
    findWallet('organization', organizationId),
  ]);
  return { ofUid, ofOrganization };
}
