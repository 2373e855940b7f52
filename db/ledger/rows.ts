/** Converts events to rows and back, by the list of their fields. */
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { encodeEvent } from '@sachet/shared/ledger/encoding';
import {
  eventFields,
  storedFields,
  type EventRecord,
  type Field,
  type FieldType,
  type LedgerEvent,
} from '@sachet/shared/ledger/event';
import type { LedgerEventTable } from '../tables.ts';
import type { Cell, ColumnType } from './binary-rows.ts';

const columnTypes: Record<FieldType, ColumnType> = {
  kind: 'text',
  text: 'text',
  version: 'int2',
  count: 'int8',
  paise: 'int8',
  moment: 'timestamptz',
  digest: 'bytea',
};

/** Columns of `ledger_event` in the table's order. */
export const eventColumns = Object.fromEntries(
  storedFields.map(([, { column, type }]) => [column, columnTypes[type]]),
) as Readonly<Record<keyof LedgerEventTable, ColumnType>>;

export const eventColumnList = Object.keys(eventColumns).join(', ');

export interface EventKey {
  readonly walletId: string;
  readonly seq: number;
}

/** An event with its proof, as it is stored. */
export interface StoredEvent {
  readonly event: LedgerEvent;
  readonly requestHash: Buffer;
  readonly hash: Buffer;
}

export type EventRow = Selectable<LedgerEventTable>;

const named = Object.entries<Field>(eventFields);

export function eventFromRow(row: EventRow): StoredEvent {
  const event: Record<string, unknown> = {};
  for (const [name, { column }] of named) {
    const value = row[column as keyof EventRow];
    event[name] = value instanceof Date ? value.getTime() : value;
  }
  return {
    event: event as unknown as LedgerEvent,
    requestHash: row.request_hash,
    hash: row.hash,
  };
}

/** Rows of cells in the order of `eventColumns`; moments in milliseconds. */
export function eventCells(stored: readonly StoredEvent[]): Cell[][] {
  return stored.map((each) =>
    storedFields.map(([name]) =>
      name === 'requestHash' || name === 'hash' ? each[name] : each.event[name],
    ),
  );
}

/**
 * SHA-256 of the event's canonical encoding. A receipt shows only this digest of other events of the wallet.
 */
export function eventDigest(event: EventRecord, requestHash: Buffer): Buffer {
  return sha256(encodeEvent(event, requestHash.toString('hex')));
}

const link = Buffer.alloc(64);

/** A link of the wallet's chain: SHA-256 over the previous head and the event's digest. */
export function chainHash(previousHead: Uint8Array, digest: Uint8Array): Buffer {
  link.set(previousHead, 0);
  link.set(digest, 32);
  return sha256(link);
}

/** Converts through hex, because returning a buffer takes Node longer than hashing. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(hash('sha256', data, 'hex'), 'hex');
}
