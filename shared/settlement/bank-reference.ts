/** What a bank's narration says of a transfer: who paid it, and under which reference. */

/** `AXISCN0912345678`, 22 characters of an RTGS transfer, 12 digits of IMPS and UPI. */
const isUtr = (token: string): boolean =>
  /^(?=.*\d)[A-Z0-9]{16}$|^(?=.*\d)[A-Z0-9]{22}$|^\d{12}$/.test(token);
const isIfsc = (token: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(token);

const mostTokens = 20;

/**
 * Everything in these cells that can be a bank reference, in upper case: whole runs of letters and
 * digits with a digit in them, and each reference cell as it is written.
 */
export function findReferences({
  text,
  references,
}: {
  readonly text: string;
  readonly references: readonly string[];
}): string[] {
  const runs = [text, ...references].flatMap(
    (cell) => cell.toUpperCase().match(/[A-Z0-9]+/g) ?? [],
  );
  const likely = runs
    .map((run) => (/^\d+$/.test(run) ? run.replace(/^0+/, '') : run))
    .filter((run) => /\d/.test(run) && run.length >= 10 && run.length <= 40 && !isIfsc(run));
  const whole = references
    .map((cell) => cell.trim().toUpperCase())
    .filter((cell) => /^[\w-]{6,60}$/.test(cell));
  return [...new Set([...likely, ...whole])].slice(0, mostTokens);
}

/** The reference under which the transfer most likely was sent; null where none looks like one. */
export const findUtr = (references: readonly string[]): string | null =>
  references.find((token) => token.length > 12 && isUtr(token)) ?? references.find(isUtr) ?? null;

/** Banks cut the payer's name off: `RAZORPAY SOFTWARE PR`, `RAZORPAY PAYMENTS PV`. */
export const namesGateway = (text: string): boolean =>
  /(?<![A-Z0-9@.])RAZORPAY[\s_-]*(?:SOFT|PAYM)/i.test(text);
