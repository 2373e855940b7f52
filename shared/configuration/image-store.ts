/** IMAGE_STORE: a folder, or `s3://bucket/prefix`; two of them during a move. */

export type StorePlace =
  | { readonly folder: string }
  | {
      readonly bucket: string;
      /** Empty, or ends with a slash. */
      readonly prefix: string;
    };

export type StorePlaces = [StorePlace, StorePlace?];

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_-]*))?$/;

/** The problem of an invalid setting; undefined for a valid one. */
export function findImageStoreProblem(setting: string): string | undefined {
  const parts = splitPlaces(setting);
  if (parts.length === 0 || parts.length > 2) {
    return 'must be one store, or the new and the previous one, separated by a comma';
  }
  // `s3:/x` would make a folder of that name; a drive of Windows has one letter.
  if (parts.some((part) => /^[\w+.-]{2,}:/.test(part) && !bucketPattern.test(part))) {
    return 'must be a folder, or s3:// with a bucket and perhaps a prefix of letters and digits';
  }
  return parts[0] === parts[1] ? 'names the same store twice' : undefined;
}

/** @throws {Error} for an invalid setting. */
export function parseImageStore(setting: string): StorePlaces {
  const problem = findImageStoreProblem(setting);
  if (problem) throw new Error(`IMAGE_STORE ${problem}`);
  return splitPlaces(setting).map(parsePlace) as StorePlaces;
}

function parsePlace(text: string): StorePlace {
  const [, bucket, prefix = ''] = bucketPattern.exec(text) ?? [];
  if (!bucket) return { folder: text };
  const folders = prefix.split('/').filter(Boolean);
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}

const splitPlaces = (setting: string): string[] =>
  setting.split(',').flatMap((part) => part.trim() || []);
