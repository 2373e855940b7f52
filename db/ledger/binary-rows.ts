/**
 * Writes rows as an array of a composite type in Postgres's binary format (`array_recv` and `record_recv` in
 * its sources): one parameter for all rows of a table, without parsing on either side.
 */
export type Cell = string | number | Uint8Array | null;

const columnOids = { text: 25, int2: 21, int8: 20, bytea: 17, timestamptz: 1184 } as const;
export type ColumnType = keyof typeof columnOids;

/** Postgres counts microseconds from this moment; our times are milliseconds since 1970. */
const postgresEpochMs = Date.UTC(2000, 0, 1);
const two32 = 2 ** 32;

/** Reused for all batches: it grows to the size of the largest. */
let scratch = Buffer.alloc(64 * 1024);
/** A view of the same bytes: faster than a buffer's `writeInt32BE`, which checks each value. */
let view = new DataView(scratch.buffer, scratch.byteOffset, scratch.length);

function grow(bytes: number): void {
  const grown = Buffer.alloc(Math.max(scratch.length * 2, bytes));
  scratch.copy(grown);
  scratch = grown;
  view = new DataView(grown.buffer, grown.byteOffset, grown.length);
}

/**
 * `typeOid` is the composite type's, `types` those of its columns in order. The result is valid until it has
 * been sent; the driver copies it immediately.
 */
export function binaryRows(
  typeOid: number,
  types: readonly ColumnType[],
  rows: readonly (readonly Cell[])[],
): Buffer {
  const oids = types.map((type) => columnOids[type]);
  let at = 0;
  const reserve = (bytes: number) => {
    if (at + bytes > scratch.length) grow(at + bytes);
  };
  const int32 = (value: number) => {
    view.setInt32(at, value);
    at += 4;
  };
  const int8 = (value: number) => {
    const high = Math.floor(value / two32);
    view.setInt32(at, high);
    view.setUint32(at + 4, value - high * two32);
    at += 8;
  };

  reserve(20);
  // The header of the array: one dimension, no nulls among the rows, the element's type, its length and lower
  // bound.
  for (const value of [1, 0, typeOid, rows.length, 1]) int32(value);
  for (const row of rows) {
    reserve(8 + types.length * 16);
    const begin = at;
    at += 4;
    int32(types.length);
    for (let column = 0; column < types.length; column += 1) {
      const cell = row[column]!;
      const type = types[column]!;
      if (typeof cell === 'string') reserve(8 + cell.length * 3 + (types.length - column) * 16);
      else if (cell instanceof Uint8Array) reserve(8 + cell.length + (types.length - column) * 16);
      int32(oids[column]!);
      if (cell === null) int32(-1);
      else if (typeof cell === 'string') {
        const length = scratch.write(cell, at + 4, 'utf8');
        int32(length);
        at += length;
      } else if (typeof cell !== 'number') {
        int32(cell.length);
        scratch.set(cell, at);
        at += cell.length;
      } else if (type === 'int2') {
        int32(2);
        view.setInt16(at, cell);
        at += 2;
      } else {
        int32(8);
        int8(type === 'timestamptz' ? (cell - postgresEpochMs) * 1000 : cell);
      }
    }
    view.setInt32(begin, at - begin - 4);
  }
  return Buffer.from(scratch.subarray(0, at));
}
