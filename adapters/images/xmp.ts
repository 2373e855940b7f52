/**
 * Writes an XMP packet into an image without re-encoding it, so that unlabelled stored pictures lose no
 * quality. Works only for images that we encoded ourselves, which have no other packet.
 */
import { crc32 } from 'node:zlib';
import type { ImageMimeType } from './store.ts';

export function embedXmp(bytes: Uint8Array, mimeType: ImageMimeType, xmp: string): Uint8Array {
  const image = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (mimeType) {
    case 'image/jpeg':
      return intoJpeg(image, Buffer.from(xmp));
    case 'image/png':
      return intoPng(image, Buffer.from(xmp));
    case 'image/webp':
      return intoWebp(image, Buffer.from(xmp));
    default:
      return mimeType satisfies never;
  }
}

/** XMP specification part 3, 1.1.3: an APP1 segment, after APP0, which JFIF requires first. */
function intoJpeg(image: Buffer, xmp: Buffer): Buffer {
  const hasApp0 = image.readUInt16BE(2) === 0xffe0;
  const at = hasApp0 ? 4 + image.readUInt16BE(4) : 2;
  const content = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([image.subarray(0, at), head, content, image.subarray(at)]);
}

/** XMP specification part 3, 1.1.5: an uncompressed iTXt chunk, here immediately after IHDR. */
function intoPng(image: Buffer, xmp: Buffer): Buffer {
  const at = 8 + 12 + image.readUInt32BE(8);
  const body = Buffer.concat([Buffer.from('iTXtXML:com.adobe.xmp\0\0\0\0\0'), xmp]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([image.subarray(0, at), length, body, check, image.subarray(at)]);
}

const xmpFlag = 0x04;
const alphaFlag = 0x10;

/** RFC 9649, 2.7: the chunk at the end, and a flag in VP8X, which a plain WebP does not have. */
function intoWebp(image: Buffer, xmp: Buffer): Buffer {
  const chunks = image.subarray(12);
  const hasVp8x = chunks.toString('latin1', 0, 4) === 'VP8X';
  const vp8x = hasVp8x ? Buffer.from(chunks.subarray(0, 18)) : makeVp8x(chunks);
  vp8x[8]! |= xmpFlag;
  const padding = Buffer.alloc(xmp.length % 2);
  const head = Buffer.from('XMP \0\0\0\0');
  head.writeUInt32LE(xmp.length, 4);
  const rest = hasVp8x ? chunks.subarray(18) : chunks;
  const content = Buffer.concat([Buffer.from('WEBP'), vp8x, rest, head, xmp, padding]);
  const riff = Buffer.from('RIFF\0\0\0\0');
  riff.writeUInt32LE(content.length, 4);
  return Buffer.concat([riff, content]);
}

/** The size is read from the only chunk of pixels: VP8 (RFC 6386, 9.1) or VP8L (RFC 9649, 3.4). */
function makeVp8x(chunk: Buffer): Buffer {
  const isLossless = chunk.toString('latin1', 0, 4) === 'VP8L';
  const bits = isLossless ? chunk.readUInt32LE(9) : 0;
  const width = isLossless ? (bits & 0x3fff) + 1 : chunk.readUInt16LE(14) & 0x3fff;
  const height = isLossless ? ((bits >>> 14) & 0x3fff) + 1 : chunk.readUInt16LE(16) & 0x3fff;
  const vp8x = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  vp8x[8] = (bits >>> 28) & 1 ? alphaFlag : 0;
  vp8x.writeUIntLE(width - 1, 12, 3);
  vp8x.writeUIntLE(height - 1, 15, 3);
  return vp8x;
}
