/** An address as an e-invoice has it: one or two lines of 3 to 100 characters. No character is cut. */
const lineLength = 100;
/** The shortest second line that the schema takes. */
const shortestLine = 3;

/** Breaks at a space if both lines fit then, else anywhere. Null for more than two lines. */
export function splitPostalAddress(
  address: string,
): readonly [string] | readonly [string, string] | null {
  if (address.length <= lineLength) return [address];
  if (address.length > 2 * lineLength) return null;
  const last = Math.min(lineLength, address.length - shortestLine - 1);
  const space = address.lastIndexOf(' ', last);
  if (space > 0 && address.length - space - 1 <= lineLength) {
    return [address.slice(0, space), address.slice(space + 1)];
  }
  const end = Math.min(lineLength, address.length - shortestLine);
  return [address.slice(0, end).trimEnd(), address.slice(end).trimStart()];
}
