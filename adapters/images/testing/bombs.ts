// Small files that unpack to far more than their pixels need, in each format that we accept.
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { paintHalves, photo, pngChunk } from './photos.ts';

const mebibyte = 1024 * 1024;
const side = 20;

/** A deflated run of one letter, which has a thousandth of its unpacked size. */
function deflated(megabytes: number): Promise<Buffer> {
  const made =
    deflatedBefore.get(megabytes) ?? promisify(deflate)(Buffer.alloc(megabytes * mebibyte, 'a'));
  deflatedBefore.set(megabytes, made);
  return made;
}

const deflatedBefore = new Map<number, Promise<Buffer>>();

async function png(...chunks: Buffer[]): Promise<Buffer> {
  const plain = await photo(side, side, 'png');
  const afterHeader = 8 + 25;
  return Buffer.concat([plain.subarray(0, afterHeader), ...chunks, plain.subarray(afterHeader)]);
}

async function jpeg(...segments: Buffer[]): Promise<Buffer> {
  const plain = await photo(side, side);
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
}

export function jpegSegment(marker: number, ...parts: (string | Buffer)[]): Buffer {
  const data = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** An extended WebP with these chunks before its pixels. The header announces the chunks by `flags`. */
export async function webp(
  flags: number,
  chunks: readonly (readonly [name: string, data: Buffer])[],
): Promise<Buffer> {
  const plain = await photo(side, side, 'webp');
  const vp8x = Buffer.alloc(10);
  vp8x[0] = flags;
  vp8x.writeUIntLE(side - 1, 4, 3);
  vp8x.writeUIntLE(side - 1, 7, 3);
  const toChunk = ([name, data]: readonly [string, Buffer]) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  };
  const content = Buffer.concat([
    Buffer.from('WEBP'),
    toChunk(['VP8X', vp8x]),
    ...chunks.map(toChunk),
    plain.subarray(12),
  ]);
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1');
  riff.writeUInt32LE(content.length, 4);
  return Buffer.concat([riff, content]);
}

/** A TIFF block with one directory of `fields` fields, each of which has many values. */
function exifBomb(fields: number): Buffer {
  const tiff = Buffer.alloc(8 + 2 + 12 * fields + 4);
  tiff.write('MM\0*\0\0\0\x08', 'latin1');
  tiff.writeUInt16BE(fields, 8);
  for (let field = 0; field < fields; field++) {
    const at = 10 + 12 * field;
    tiff.writeUInt16BE(0x9286, at);
    tiff.writeUInt16BE(7, at + 2);
    tiff.writeUInt32BE(tiff.length - 8, at + 4);
    tiff.writeUInt32BE(8, at + 8);
  }
  return tiff;
}

/** A progressive picture whose last scan is repeated: each repetition decodes the whole picture. */
async function manyScans(scans: number): Promise<Buffer> {
  const plain = await paintHalves(1_000, 1_000).jpeg({ progressive: true }).toBuffer();
  const last = plain.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = plain.subarray(last, -2);
  return Buffer.concat([plain.subarray(0, -2), ...Array(scans).fill(scan), plain.subarray(-2)]);
}

const hugeSide = 10_000;

/** A PNG with a palette, whose header claims 100 megapixels and which has far fewer pixels. */
function hugePng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(hugeSide, 0);
  header.writeUInt32BE(hugeSide, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('PLTE', Buffer.alloc(768)),
    pngChunk('IDAT', deflateSync(Buffer.alloc(mebibyte))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A lossless picture of two colours, which WebP stores as a palette, under a header of 100 megapixels. */
async function hugeWebp(): Promise<Buffer> {
  const file = await paintHalves(side, side).webp({ lossless: true }).toBuffer();
  const at = file.indexOf('VP8L') + 9;
  const flags = file.readUInt32LE(at) & 0xf000_0000;
  file.writeUInt32LE((flags | (hugeSide - 1) | ((hugeSide - 1) << 14)) >>> 0, at);
  return file;
}

type Outcome = 'is accepted without what was hidden in it' | 'is refused';

export interface Bomb {
  readonly name: string;
  readonly outcome: Outcome;
  readonly make: () => Promise<Buffer>;
}

const hidden = 'is accepted without what was hidden in it';
const refused = 'is refused';

export const bombs: readonly Bomb[] = [
  {
    name: 'a PNG of 100 zTXt chunks',
    outcome: hidden,
    make: async () =>
      png(...Array<Buffer>(100).fill(pngChunk('zTXt', Buffer.concat([key, await deflated(48)])))),
  },
  {
    name: 'a PNG of 100 deflated iTXt chunks',
    outcome: hidden,
    make: async () => {
      const head = Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1');
      const chunk = pngChunk('iTXt', Buffer.concat([head, await deflated(48)]));
      return png(...Array<Buffer>(100).fill(chunk));
    },
  },
  {
    name: 'a PNG with a profile of 256 MB',
    outcome: hidden,
    make: async () => png(pngChunk('iCCP', Buffer.concat([key, await deflated(256)]))),
  },
  {
    name: 'a PNG with EXIF of 60,000 large fields',
    outcome: hidden,
    make: () => png(pngChunk('eXIf', exifBomb(60_000))),
  },
  {
    name: 'a PNG with 100,000 palettes',
    outcome: refused,
    make: () => png(...Array<Buffer>(100_000).fill(pngChunk('PLTE', Buffer.alloc(3)))),
  },
  {
    name: 'a PNG of 100 megapixels in a palette',
    outcome: refused,
    make: async () => hugePng(),
  },
  {
    name: 'a JPEG with 300 EXIF segments of large fields',
    outcome: hidden,
    make: () => jpeg(...Array<Buffer>(300).fill(jpegSegment(0xe1, 'Exif\0\0', exifBomb(5_000)))),
  },
  {
    name: 'a JPEG with a profile of 16 MB',
    outcome: hidden,
    make: () =>
      jpeg(
        ...Array.from({ length: 255 }, (_, part) =>
          jpegSegment(
            0xe2,
            'ICC_PROFILE\0',
            Buffer.from([part + 1, 255]),
            Buffer.alloc(65_000, 'a'),
          ),
        ),
      ),
  },
  {
    name: 'a progressive JPEG of 5,000 scans',
    outcome: refused,
    make: () => manyScans(5_000),
  },
  {
    name: 'a WebP with a profile of 15 MB',
    outcome: hidden,
    make: () => webp(0x20, [['ICCP', Buffer.alloc(15 * mebibyte, 'a')]]),
  },
  {
    name: 'a WebP with EXIF of 60,000 large fields',
    outcome: hidden,
    make: () => webp(0x08, [['EXIF', exifBomb(60_000)]]),
  },
  {
    name: 'a WebP of 100 megapixels in a palette',
    outcome: refused,
    make: hugeWebp,
  },
];

/** A keyword, and the only method of compression. */
const key = Buffer.from('key\0\0', 'latin1');
