const textBox =
  'textarea, [contenteditable], input:not([type=file], [type=checkbox], [type=radio])';

/**
 * The file that a paste is about; null where it is about text. Office programs put a picture of a text
 * beside it: in a text box the text counts. File managers put the names of files beside them as text.
 */
export function getPastedFile({ clipboardData, target }: ClipboardEvent): File | null {
  const files = [...(clipboardData?.files ?? [])];
  const [file] = files;
  if (!file) return null;
  const isInBox = target instanceof Element && target.closest(textBox) !== null;
  const lines = (clipboardData?.getData('text/plain') ?? '').trim().split(/[\r\n]+/);
  const isNames = lines.every((line) => line === '' || files.some(({ name }) => name === line));
  return isInBox && !isNames ? null : file;
}
