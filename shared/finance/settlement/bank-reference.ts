/** Finds the references in a bank's narration, and whether the narration names the gateway. */

const isIfsc = (token: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(token);

const mostTokens = 20;

/** Whether a spreadsheet has written a long number in this cell as `6.09812E+11`: its digits are lost. */
export const isMangled = (cell: string): boolean => /^\d(?:[.,]\d+)?E\+\d{1,3}$/i.test(cell.trim());

/**
 * The runs of letters and digits in a text, in upper case: a reference is always a whole run. A line break
 * inside a cell may cut a run, so both readings are included, as are numbers without their leading zeros.
 */
function findRuns(text: string): string[] {
  const readings = /[\r\n]/.test(text) ? [text, text.replaceAll(/[\r\n]+/g, '')] : [text];
  const runs = readings.flatMap((each) => each.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  return runs.map((run) => (/^\d+$/.test(run) ? run.replace(/^0+/, '') : run));
}

/**
 * Everything in these cells that can be a bank reference, in upper case: whole runs of letters and digits
 * with a digit in them, and the whole text of each reference cell.
 */
export function findReferences({
  text,
  references,
}: {
  readonly text: string;
  readonly references: readonly string[];
}): string[] {
  const likely = [text, ...references]
    .flatMap(findRuns)
    .filter((run) => /^(?=[A-Z]{0,39}\d)[A-Z\d]{10,40}$/.test(run) && !isIfsc(run));
  const whole = references
    .map((cell) => cell.trim().toUpperCase())
    .filter((cell) => /^[\w-]{6,60}$/.test(cell));
  return [...new Set([...likely, ...whole])].slice(0, mostTokens);
}

/** Whether a narration names Razorpay as the payer. Banks cut the name: `RAZORPAY SOFTWARE PR`. */
export function namesGateway(text: string): boolean {
  const names = text.toUpperCase().matchAll(/(?<![A-Z0-9@.])RAZORPAY[\s_-]{0,3}([A-Z]{0,20})/g);
  for (const { 0: name, 1: next = '', index } of names) {
    const isCut = index + name.length === text.trimEnd().length;
    if (next.startsWith('SOFT') || next.startsWith('PAYM')) return true;
    if (isCut && ['SOFTWARE', 'PAYMENTS'].some((word) => word.startsWith(next))) return true;
  }
  return false;
}
