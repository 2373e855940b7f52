/** The label of a picture made by AI (docs/product.md, AI labels). Pure. */
import { type Provider, providerEntries } from '@sachet/shared/providers';
import { isEdit, type Mode } from '@sachet/shared/tools';
import { escapeMarkup } from '@sachet/shared/text/escape-markup';

/** Terms of IPTC's vocabulary, https://cv.iptc.org/newscodes/digitalsourcetype. */
const sourceTypes = ['trainedAlgorithmicMedia', 'compositeWithTrainedAlgorithmicMedia'] as const;
/** Generated, or an edited photo. */
export type DigitalSourceType = (typeof sourceTypes)[number];

export interface AiLabel {
  readonly sourceType: DigitalSourceType;
  /** The generation's id, which a report or takedown order names. Null if unknown. */
  readonly id: string | null;
  /** Null for an uploaded picture, whose other metadata is not kept. */
  readonly made: {
    readonly provider: Provider;
    readonly modelId: string;
    readonly at: Date;
  } | null;
}

const vocabulary = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const idProperty = 'Iptc4xmpExt:DigImageGUID';
const idAttribute = ` ${idProperty}="`;

/** `madeFrom` is the picture that was edited, or another copy of this one; null if unknown. */
export function toLabel(
  generation: { readonly id: string; readonly mode: Mode; readonly provider: Provider },
  made: { readonly modelId: string; readonly at: Date },
  madeFrom: Uint8Array | null,
): AiLabel {
  const { id, mode, provider } = generation;
  // An edit of an AI picture contains nothing that a camera recorded.
  const isAllMade = !isEdit(mode) || (madeFrom && isMarkedAs(madeFrom, sourceTypes[0]));
  return { sourceType: sourceTypes[isAllMade ? 0 : 1], id, made: { provider, ...made } };
}

/** The label as an XMP packet. It omits the prompt, because pictures are passed on. */
export function toXmp({ sourceType, id, made }: AiLabel): string {
  const properties = {
    'Iptc4xmpExt:DigitalSourceType': vocabulary + sourceType,
    ...(!id ? {} : { [idProperty]: id }),
    ...(made && {
      'Iptc4xmpExt:AISystemUsed': providerEntries[made.provider].name,
      'Iptc4xmpExt:AISystemVersionUsed': made.modelId,
      'photoshop:Credit': 'Made with AI in Sachet',
      'xmp:CreatorTool': `Sachet (${made.modelId})`,
      'xmp:CreateDate': made.at.toISOString(),
    }),
  };
  const attributes = Object.entries(properties).map(
    ([name, value]) => `${name}="${escapeMarkup(value)}"`,
  );
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 ${attributes.join('\n ')}/>
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

/** Whether this stored image carries a label. */
export function isLabelled(bytes: Uint8Array): boolean {
  return sourceTypes.some((sourceType) => isMarkedAs(bytes, sourceType));
}

/** Reads the label of bytes that we encoded. Null without a label. */
export function readLabelId({ buffer, byteOffset, byteLength }: Uint8Array): string | null {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  const start = bytes.indexOf(idAttribute);
  if (start < 0) return null;
  const from = start + idAttribute.length;
  return bytes.toString('latin1', from, bytes.indexOf('"', from));
}

/** `embedXmp` writes the label as plain text. */
function isMarkedAs({ buffer, byteOffset, byteLength }: Uint8Array, type: DigitalSourceType) {
  const text = `DigitalSourceType="${vocabulary}${type}"`;
  return Buffer.from(buffer, byteOffset, byteLength).includes(text);
}

/**
 * Reads the AI label from any XMP packet, so that an upload keeps it. Null if the packet has no label, or a
 * label for another origin. Reads only a known term and a plain id.
 */
export function parseLabel(xmp: string): AiLabel | null {
  const term = readProperty(xmp, 'DigitalSourceType')?.split('/').at(-1);
  const sourceType = sourceTypes.find((known) => known === term);
  if (!sourceType) return null;
  const id = readProperty(xmp, 'DigImageGUID');
  return { sourceType, id: id && /^[\w.:-]{1,80}$/.test(id) ? id : null, made: null };
}

/** XMP writes a property as an attribute or as an element, with any prefix. */
function readProperty(xmp: string, name: string): string | undefined {
  const found = new RegExp(`:${name}(?:\\s*=\\s*["']([^"'<]{1,200})["']|>([^<]{1,200})<)`).exec(
    xmp,
  );
  return (found?.[1] ?? found?.[2])?.trim();
}
