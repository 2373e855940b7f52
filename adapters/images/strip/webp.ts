import { readOrientation, writeOrientation } from './orientation.ts';
import { CorruptImage, iccBytesMax, xmpBytesMax, type Stripped } from './stripped.ts';

const animationFlag = 0x02;
const xmpFlag = 0x04;
const exifFlag = 0x08;
const iccFlag = 0x20;

/**
 * Keeps the pixels with their transparency, the first frame of an animation, one colour profile, the
 * orientation and the XMP (RFC 9649, 2.7).
 */
export function stripWebp(file: Buffer): Stripped {
  const chunks = readChunks(file);
  const [head] = chunks;
  const find = (name: string) => chunks.find((chunk) => chunk.name === name);
  const pixels = find('VP8 ') ?? find('VP8L');
  if (head?.name !== 'VP8X') {
    if (!pixels || head !== pixels) throw new CorruptImage();
    return { bytes: toFile([pixels.whole]), ...readSize(pixels), xmp: '' };
  }
  if (head.data.length < 10) throw new CorruptImage();
  const size = { width: head.data.readUIntLE(4, 3) + 1, height: head.data.readUIntLE(7, 3) + 1 };
  const isAnimated = Boolean(head.data[0]! & animationFlag);
  const profile = find('ICCP');
  const icc = profile && profile.data.length <= iccBytesMax ? profile : undefined;
  const exif = find('EXIF');
  const orientation = exif ? readOrientation(withoutName(exif.data)) : null;
  const vp8x = Buffer.from(head.whole.subarray(0, 18));
  vp8x[8]! &= ~(xmpFlag | exifFlag | iccFlag);
  if (icc) vp8x[8]! |= iccFlag;
  if (orientation) vp8x[8]! |= exifFlag;
  const picture = isAnimated
    ? [find('ANIM'), find('ANMF')]
    : [pixels?.name === 'VP8 ' ? find('ALPH') : undefined, pixels];
  if (!picture[1]) throw new CorruptImage();
  if (!isAnimated) {
    const { width, height } = readSize(pixels!);
    if (width !== size.width || height !== size.height) throw new CorruptImage();
  }
  const kept = [icc, ...picture].flatMap((chunk) => (chunk ? [chunk.whole] : []));
  if (orientation) kept.push(toChunk('EXIF', writeOrientation(orientation)));
  const xmp = find('XMP ')?.data.subarray(0, xmpBytesMax).toString() ?? '';
  return { bytes: toFile([vp8x, ...kept]), ...size, xmp };
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  /** The chunk with its header and padding. */
  readonly whole: Buffer;
}

const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP', 'ANIM', 'ANMF', 'EXIF', 'XMP ']);

/** The first chunk of each name. */
function readChunks(file: Buffer): Chunk[] {
  if (file.length < 12) throw new CorruptImage();
  const fileEnd = 8 + file.readUInt32LE(4);
  if (fileEnd > file.length + 1) throw new CorruptImage();
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= fileEnd && at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length;
    if (end > file.length) throw new CorruptImage();
    if (needed.has(name) && !chunks.some((chunk) => chunk.name === name)) {
      const whole = file.subarray(at, end);
      const padding = Buffer.alloc(length % 2);
      chunks.push({
        name,
        data: file.subarray(at + 8, end),
        whole: padding.length > 0 ? Buffer.concat([whole, padding]) : whole,
      });
    }
    at = end + (length % 2);
  }
  return chunks;
}

/** VP8: RFC 6386, 9.1. VP8L: RFC 9649, 3.4. */
function readSize({ name, data }: Chunk): { width: number; height: number } {
  if (data.length < 10) throw new CorruptImage();
  if (name === 'VP8 ') {
    return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
  }
  const bits = data.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Some programs write the EXIF block as in JPEG, after a name. */
function withoutName(exif: Buffer): Buffer {
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

function toChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.from(`${name}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

function toFile(chunks: readonly Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const riff = Buffer.from('RIFF\0\0\0\0', 'latin1');
  riff.writeUInt32LE(content.length, 4);
  return Buffer.concat([riff, content]);
}
