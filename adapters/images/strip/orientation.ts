/** Replaces EXIF with the orientation, the only field that decoding needs. */

const orientationTag = 0x0112;
const shortType = 3;

/** 1 to 8, by TIFF 6.0; null if the block has none or cannot be read. */
export function readOrientation(tiff: Buffer): number | null {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const isLittle = order === 'II';
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return null;
  const entries = read16(start);
  for (let entry = 0; entry < entries; entry++) {
    const at = start + 2 + 12 * entry;
    if (at + 12 > tiff.length) return null;
    if (read16(at) !== orientationTag || read16(at + 2) !== shortType) continue;
    const value = read16(at + 8);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** An EXIF block that has only the orientation. */
export function writeOrientation(value: number): Buffer {
  const tiff = Buffer.from(
    'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0',
    'latin1',
  );
  tiff.writeUInt16BE(value, 18);
  return tiff;
}
