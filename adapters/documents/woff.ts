/** Unpacks WOFF, the format in which the fonts' packages have them: fontkit would do it for every glyph. */
import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** The font as sfnt (TrueType), with the same tables in the same order. */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(sfntHeaderBytes + count * sfntEntryBytes);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (let i = 0; i < count; i += 1) {
    const entry = woff.subarray(woffHeaderBytes + i * woffEntryBytes);
    const [start, packed, length] = [4, 8, 12].map((at) => entry.readUInt32BE(at)) as [
      number,
      number,
      number,
    ];
    const data = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(data) : data;
    const at = sfntHeaderBytes + i * sfntEntryBytes;
    entry.copy(head, at, 0, 4);
    entry.copy(head, at + 4, 16, 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    // Tables begin at multiples of four.
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
