import { crc32, inflateSync } from 'node:zlib';
import { readOrientation, writeOrientation } from './orientation.ts';
import { CorruptImage, iccBytesMax, xmpBytesMax, type Stripped } from './stripped.ts';

const signatureBytes = 8;
/** Three times as many chunks as the largest upload has with IDAT chunks of one kilobyte. */
const chunksMax = 65_536;
const xmpKeyword = 'XML:com.adobe.xmp\0';

/**
 * Keeps IHDR, PLTE, tRNS, IDAT and IEND, one colour profile, the orientation and the XMP. The decoder needs
 * no other chunk, and would unpack compressed texts of any size.
 */
export function stripPng(file: Buffer): Stripped {
  const kept: Buffer[] = [file.subarray(0, signatureBytes)];
  let size: { width: number; height: number } | null = null;
  let xmp: string | null = null;
  const once = new Set<string>();
  const isFirst = (type: string) => !once.has(type) && Boolean(once.add(type));

  for (let at = signatureBytes, chunks = 0; ; chunks++) {
    if (at + 12 > file.length || chunks >= chunksMax) throw new CorruptImage();
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length || (type === 'IHDR') !== (chunks === 0)) throw new CorruptImage();
    const chunk = file.subarray(at, end);
    const data = file.subarray(at + 8, end - 4);
    at = end;
    switch (type) {
      case 'IHDR':
        if (length !== 13) throw new CorruptImage();
        size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
        kept.push(chunk);
        break;
      case 'PLTE':
      case 'tRNS':
        if (!isFirst(type) || length > 768) throw new CorruptImage();
        kept.push(chunk);
        break;
      case 'IDAT':
        once.add(type);
        kept.push(chunk);
        break;
      case 'iCCP':
        if (isFirst(type) && !once.has('IDAT') && isBoundedProfile(data)) kept.push(chunk);
        break;
      case 'eXIf': {
        const orientation = isFirst(type) ? readOrientation(data) : null;
        if (orientation) kept.push(toChunk('eXIf', writeOrientation(orientation)));
        break;
      }
      case 'iTXt':
      case 'zTXt':
        if (isXmp(data) && isFirst('XMP')) xmp = readXmp(type, data);
        break;
      case 'IEND':
        kept.push(chunk);
        return { bytes: Buffer.concat(kept), ...size!, xmp: xmp ?? '' };
      default:
        // A type that begins with a capital letter is critical: without this chunk the picture would look
        // different.
        if (/^[A-Z]/.test(type)) throw new CorruptImage();
    }
  }
}

/** The chunk has a name, a NUL, a method and the deflated profile. */
function isBoundedProfile(data: Buffer): boolean {
  const nul = data.subarray(0, 80).indexOf(0);
  return nul > 0 && inflate(data.subarray(nul + 2), iccBytesMax) !== null;
}

function isXmp(data: Buffer): boolean {
  return data.toString('latin1', 0, xmpKeyword.length) === xmpKeyword;
}

/** XMP is in iTXt by its specification, and in zTXt as libvips writes it. */
function readXmp(type: 'iTXt' | 'zTXt', data: Buffer): string | null {
  const rest = data.subarray(xmpKeyword.length);
  const text = type === 'zTXt' ? inflate(rest.subarray(1), xmpBytesMax) : readInternational(rest);
  return text && text.length <= xmpBytesMax ? text.toString() : null;
}

/**
 * The chunk has a compression flag, a method, a language, a NUL, a translated keyword, a NUL and the text.
 */
function readInternational(rest: Buffer): Buffer | null {
  const languageEnd = rest.indexOf(0, 2);
  const keywordEnd = languageEnd < 0 ? -1 : rest.indexOf(0, languageEnd + 1);
  if (keywordEnd < 0) return null;
  const text = rest.subarray(keywordEnd + 1);
  return rest[0] === 1 ? inflate(text, xmpBytesMax) : text;
}

/** Null if the output is longer than `maxOutputLength`, or the data is damaged. */
function inflate(data: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength });
  } catch {
    return null;
  }
}

function toChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
