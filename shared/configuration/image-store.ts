/** IMAGE_STORE: a folder, or `s3://bucket/prefix`. */

export type StorePlace =
  | { readonly folder: string }
  | {
      readonly bucket: string;
      /** Empty, or ends with a slash. */
      readonly prefix: string;
    };

const bucketPattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9/_-]*))?$/;

/** The problem of an invalid setting; undefined for a valid one. */
export function findImageStoreProblem(setting: string): string | undefined {
  // `s3:/x` would make a folder of that name; a drive of Windows has one letter.
  const isAddress = /^[\w+.-]{2,}:/.test(setting);
  const isValid = isAddress ? bucketPattern.test(setting) : setting !== '';
  return isValid
    ? undefined
    : 'must be a folder, or s3:// with a bucket and perhaps a prefix of letters and digits';
}

/** @throws {Error} for an invalid setting. */
export function parseImageStore(setting: string): StorePlace {
  const problem = findImageStoreProblem(setting);
  if (problem) throw new Error(`IMAGE_STORE ${problem}`);
  const [, bucket, prefix = ''] = bucketPattern.exec(setting) ?? [];
  if (!bucket) return { folder: setting };
  const folders = prefix.split('/').filter(Boolean);
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}
