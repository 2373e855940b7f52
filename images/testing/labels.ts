import ExifReader from 'exifreader';

/** What a picture says of its origin, by a reader that is not ours. */
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
