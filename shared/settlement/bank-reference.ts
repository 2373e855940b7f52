/** Which references a bank's narration has, and whether it names the gateway. */

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

/** Banks cut the payer's name off: `RAZORPAY SOFTWARE PR`, `RAZORPAY PAYMENTS PV`. */
export const namesGateway = (text: string): boolean =>
  /(?<![A-Z0-9@.])RAZORPAY[\s_-]*(?:SOFT|PAYM)/i.test(text);
