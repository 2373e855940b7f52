/**
 * Writes a zip (APPNOTE 6.3.3) to a stream, one file after the other. Nothing is compressed: pictures
 * are already. Names are UTF-8. Without zip64: 4 GiB and 65,535 files at most, which callers stay below.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { crc32 } from 'node:zlib';

export interface Zip {
  /** Resolves when the stream takes more. `at` is what unpacks as the file's time, in UTC. */
  add(name: string, bytes: Uint8Array, at: Date): Promise<void>;
  end(): Promise<void>;
}

const version = 20;
/** Bit 11: the name is UTF-8. */
const flags = 0x0800;

export function createZip(stream: Writable): Zip {
  const directory: Buffer[] = [];
  let offset = 0;

  async function write(...parts: Uint8Array[]): Promise<void> {
    for (const part of parts) {
      offset += part.byteLength;
      if (stream.destroyed || stream.write(part)) continue;
      await Promise.race([once(stream, 'drain'), once(stream, 'close')]);
    }
  }

  return {
    async add(name, bytes, at) {
      const encodedName = Buffer.from(name);
      const facts = Buffer.alloc(26);
      facts.writeUInt16LE(version, 0);
      facts.writeUInt16LE(flags, 2);
      facts.writeUInt32LE(toDosTime(at), 6);
      facts.writeUInt32LE(crc32(bytes), 10);
      facts.writeUInt32LE(bytes.byteLength, 14);
      facts.writeUInt32LE(bytes.byteLength, 18);
      facts.writeUInt16LE(encodedName.byteLength, 22);
      const place = Buffer.alloc(14);
      place.writeUInt32LE(offset, 10);
      directory.push(
        Buffer.concat([signature(0x02014b50), uint16(version), facts, place, encodedName]),
      );
      await write(signature(0x04034b50), facts, encodedName, bytes);
    },
    async end() {
      const begin = offset;
      await write(...directory);
      const end = Buffer.alloc(18);
      end.writeUInt16LE(directory.length, 4);
      end.writeUInt16LE(directory.length, 6);
      end.writeUInt32LE(offset - begin, 8);
      end.writeUInt32LE(begin, 12);
      await write(signature(0x06054b50), end);
      stream.end();
    },
  };
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

/** Two bytes of time, two of date, as MS-DOS had them. */
function toDosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.max(0, at.getUTCFullYear() - 1980);
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
