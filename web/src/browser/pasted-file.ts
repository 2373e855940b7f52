const textBox =
  'textarea, [contenteditable], input:not([type=file], [type=checkbox], [type=radio])';

/**
 * Returns the pasted file, or null if the paste is text. Office programs add a picture of the pasted text, so
 * in a text box the text takes precedence. File managers add the file names as text.
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
