import { readOrientation, writeOrientation } from './orientation.ts';
import { CorruptImage, iccBytesMax, xmpBytesMax, type Stripped } from './stripped.ts';

const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
const dqt = 0xdb;
const dri = 0xdd;
const dht = 0xc4;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
/** Baseline, extended and progressive. The decoder supports other kinds, which no camera writes. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
/** These markers end the parsing: other kinds of frames, arithmetic coding, hierarchies. */
const refused: readonly number[] = [
  0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf, 0xde, 0xdf,
];

/** The decoder processes the whole picture for each scan, however short. Encoders write about ten. */
const scansMax = 64;
const segmentsMax = 1_024;

const jfifName = 'JFIF\0';
const exifName = 'Exif\0\0';
const xmpName = 'http://ns.adobe.com/xap/1.0/\0';
const iccName = 'ICC_PROFILE\0';

/**
 * Keeps the frame, its tables and scans, JFIF and Adobe (which define the colours), one colour profile and
 * the orientation. Other metadata, thumbnails and data after the picture are dropped.
 */
export function stripJpeg(file: Buffer): Stripped {
  const kept: Buffer[] = [];
  const profile: Buffer[] = [];
  let jfif: Buffer | null = null;
  let adobe: Buffer | null = null;
  let orientation: number | null = null;
  let xmp: string | null = null;
  let size: { width: number; height: number } | null = null;
  let scans = 0;

  for (let at = 2; at + 1 < file.length;) {
    const marker = file[at + 1]!;
    // A marker may be preceded by any number of 0xFF, and by bytes that decoders skip.
    if (file[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === eoi) {
      kept.push(Buffer.from([0xff, eoi]));
      break;
    }
    if (marker === soi || refused.includes(marker)) throw new CorruptImage();
    if (marker <= 1 || isRestart(marker)) {
      at += 2;
      continue;
    }
    const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0;
    const end = at + 2 + length;
    if (length < 2 || end > file.length) throw new CorruptImage();
    const segment = file.subarray(at, end);
    const data = file.subarray(at + 4, end);
    at = end;
    const startsWith = (name: string) => data.toString('latin1', 0, name.length) === name;
    const after = (name: string) => data.subarray(name.length);
    if (frames.includes(marker)) {
      if (size || data.length < 6) throw new CorruptImage();
      size = { width: data.readUInt16BE(3), height: data.readUInt16BE(1) };
      kept.push(segment);
    } else if (marker === dqt || marker === dht || marker === dri) {
      kept.push(segment);
    } else if (marker === sos) {
      scans += 1;
      if (!size || scans > scansMax) throw new CorruptImage();
      at = findScanEnd(file, end);
      kept.push(segment, file.subarray(end, at));
    } else if (marker === app0 && startsWith(jfifName)) {
      jfif ??= segment;
    } else if (marker === app14 && startsWith('Adobe')) {
      adobe ??= segment;
    } else if (marker === app2 && startsWith(iccName)) {
      profile.push(segment);
    } else if (marker === app1 && startsWith(exifName)) {
      orientation ??= readOrientation(after(exifName));
    } else if (marker === app1 && startsWith(xmpName)) {
      xmp ??= after(xmpName).subarray(0, xmpBytesMax).toString();
    }
    if (kept.length > segmentsMax) throw new CorruptImage();
  }
  if (!size) throw new CorruptImage();
  const head: Buffer[] = [Buffer.from([0xff, soi])];
  if (jfif) head.push(jfif);
  if (orientation) head.push(toExif(orientation));
  if (adobe) head.push(adobe);
  const profileBytes = profile.reduce((sum, { length }) => sum + length, 0);
  if (profileBytes <= iccBytesMax) head.push(...profile);
  return { bytes: Buffer.concat([...head, ...kept]), ...size, xmp: xmp ?? '' };
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** In the pixels of a scan, 0xFF is followed by 0 or is a restart marker. */
function findScanEnd(file: Buffer, start: number): number {
  for (let at = start; at + 1 < file.length; at++) {
    if (file[at] !== 0xff) continue;
    const next = file[at + 1]!;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return file.length;
}

function toExif(orientation: number): Buffer {
  const content = Buffer.concat([Buffer.from(exifName, 'latin1'), writeOrientation(orientation)]);
  const head = Buffer.from([0xff, app1, 0, content.length + 2]);
  return Buffer.concat([head, content]);
}
