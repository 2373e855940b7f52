/** The file name of a saved image. */

export interface NamedImage {
  /** The prompt, in the person's own words and script. */
  readonly subject: string;
  /** Longest side in pixels, or what the file is: `text`, `chat`, a version such as `story-brand`. Null for a preview. */
  readonly size: number | string | null;
  /** Without a leading dot, such as `png`. */
  readonly extension: string;
}

const maxWords = 6;
const maxCharacters = 48;
/**
 * Characters of the prompt that are used. Normalising and segmenting take time that grows with the square of
 * the length.
 */
const maxSubjectLength = 500;

/**
 * A Content-Disposition header (RFC 6266) with a name such as `sachet-blue-kite-1024.png`. Other scripts are
 * encoded as in RFC 5987, beside a plain name for programs that do not support it.
 */
export function contentDisposition(kind: 'inline' | 'attachment', image: NamedImage): string {
  const full = toFileName(image);
  const subject = image.subject.slice(0, maxSubjectLength);
  const plain = withEnding(
    image,
    toSlug(subject.normalize('NFKD').replace(/\p{M}/gu, ''), /[^a-z0-9]+/),
  );
  const header = `${kind}; filename="${plain}"`;
  return full === plain ? header : `${header}; filename*=UTF-8''${encodeValue(full)}`;
}

/** `sachet-blue-kite-1024.png`, in the script of its subject. */
export function toFileName(image: NamedImage): string {
  return withEnding(
    image,
    toSlug(image.subject.slice(0, maxSubjectLength), /[^\p{L}\p{M}\p{N}]+/u),
  );
}

function withEnding({ size, extension }: NamedImage, subject: string): string {
  return `sachet-${subject || 'image'}-${size ?? 'preview'}.${extension}`;
}

/** The first words, joined by dashes; one long word is cut between characters as readers see them. */
function toSlug(text: string, between: RegExp): string {
  const words = text.normalize('NFC').toLowerCase().split(between).filter(Boolean);
  const cut = [...new Intl.Segmenter().segment(words.slice(0, maxWords).join('-'))]
    .slice(0, maxCharacters)
    .map(({ segment }) => segment);
  return cut.join('').replace(/-$/, '');
}

/** Encodes for RFC 5987, which allows fewer characters than a URI component. */
function encodeValue(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
