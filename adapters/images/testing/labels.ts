import ExifReader from 'exifreader';

/** The picture's label, read by third-party code. */
export function readLabel(bytes: Uint8Array) {
  const { xmp = {} } = ExifReader.load(Buffer.from(bytes), { expanded: true });
  const text = (name: string) => (xmp as ExifReader.XmpTags)[name]?.description;
  return {
    sourceType: text('DigitalSourceType'),
    id: text('DigImageGUID'),
    system: text('AISystemUsed'),
    model: text('AISystemVersionUsed'),
    tool: text('CreatorTool'),
    credit: text('Credit'),
    madeAt: text('CreateDate'),
  };
}
