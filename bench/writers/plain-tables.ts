/**
 * A wallet and its events as any application would lay them out: for both SQL baselines. Without a
 * foreign key, as the ledger has none either.
 */
import type { Pool } from 'pg';
import { toActor, fundsPaise, type Movement } from './writer.ts';

export function listTables(schema: string): readonly string[] {
  return [`${schema}.event`, `${schema}.wallet`];
}

export async function createPlainTables(
  owner: Pool,
  schema: string,
  wallets: readonly string[],
): Promise<void> {
  await owner.query(`
    create schema ${schema};
    create table ${schema}.wallet (
      id            text primary key,
      balance_paise bigint not null,
      held_paise    bigint not null default 0,
      seq           bigint not null default 0
    ) with (fillfactor = 50);
    create table ${schema}.event (
      wallet_id       text        not null,
      seq             bigint      not null,
      kind            text        not null,
      amount_paise    bigint      not null,
      held_paise      bigint      not null,
      balance_after   bigint      not null,
      held_after      bigint      not null,
      counter_account text        not null,
      actor           text        not null,
      member_uid      text        not null,
      generation_id   text        not null,
      hold_id         text        not null,
      idempotency_key text        not null,
      recorded_at     timestamptz not null,
      primary key (wallet_id, seq),
      unique (wallet_id, idempotency_key)
    );`);
  await owner.query(
    `insert into ${schema}.wallet (id, balance_paise) select unnest($1::text[]), $2`,
    [wallets, fundsPaise],
  );
}

/** The event's columns after `held_after`, up to the idempotency key. */
export function toDetails(movement: Movement): string[] {
  return [
    'revenue:image',
    toActor(movement),
    movement.memberUid,
    // The generation is named as its hold.
    movement.holdId,
    movement.holdId,
    movement.idempotencyKey,
  ];
}
