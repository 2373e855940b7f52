/**
 * The fields of documents that go to a GST portal, as a person enters them. What the schema of the e-invoice
 * (`e-invoice-schema.ts`) would refuse later is refused here, with a sentence at the field.
 */
import { z } from 'zod';
import { splitPostalAddress } from './address.ts';
import type { GstinFault } from './gstin.ts';
import { canServeState, isArmyPin, isPinOfState } from './pins.ts';
import type { StateCode } from './states.ts';

/** The reason why a field is refused. The client has a sentence for each. */
export type FieldFault =
  | GstinFault
  | 'ownGstin'
  | 'otherState'
  | 'pin'
  | 'pinState'
  | 'long'
  | 'short'
  | 'text'
  | 'quotes'
  | 'missing'
  | 'zone'
  | 'abroad'
  | 'sac'
  | 'prefix'
  | 'prefixes'
  | 'rate'
  | 'letter';

/** In characters. An address is two lines of an e-invoice. */
export const longestText = { name: 100, address: 200 };
/** A legal name on an e-invoice. */
export const shortestName = 3;

interface Issues {
  addIssue(issue: {
    code: 'custom';
    path?: string[];
    message: string;
    params: { fault: FieldFault };
  }): void;
}

export function addFault(context: Issues, fault: FieldFault, message: string, path: string[] = []) {
  context.addIssue({ code: 'custom', path, message, params: { fault } });
}

/** Characters that the embedded fonts cannot show, such as emoji, and control characters. `\x2b` is a plus sign. */
const notOnPaper =
  /[^\p{Script=Latin}\p{Script=Devanagari}\p{Script=Inherited}0-9\p{P}\p{Zs}\x2b<=>|~^`$₹°]/u;

/** The schema of the e-invoice takes neither in any text. */
const notInPortal = /["\\]/;

/**
 * Text on paper and on the portal.
 *
 * @internal exported for tests
 */
export const PaperText = (longest: number) => {
  const error = `Shorten this to ${longest} characters.`;
  return (
    z
      .string()
      // Normalizing a text takes quadratic time.
      .max(2 * longest, { error })
      .transform((text) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
      .pipe(z.string().max(longest, { error }))
      .superRefine((text, context) => {
        if (notInPortal.test(text)) {
          const message = 'Remove the double quotes and backslashes. The GST portal refuses them.';
          addFault(context, 'quotes', message);
        } else if (notOnPaper.test(text)) {
          const message = 'Use Latin or Devanagari letters, digits and punctuation only.';
          addFault(context, 'text', message);
        }
      })
  );
};

export const AddressText = PaperText(longestText.address).superRefine((text, context) => {
  if (splitPostalAddress(text) !== null) return;
  addFault(context, 'long', `Shorten this to ${longestText.address} characters.`);
});

export const Pin = z
  .string()
  .trim()
  .regex(/^[1-9]\d{5}$/, { error: 'A PIN has six digits and does not begin with 0.' });

export const Sac = z.string().regex(/^99\d{2}(?:\d{2})?$/, {
  error: 'A SAC has 4 or 6 digits, from 99.',
});

/**
 * With a GSTIN, the PIN code has to be one that the portal takes. Without one no portal reads it, and the check is
 * lenient: a post office of a bordering State may serve the address, and the PIN of an army post office names no State.
 */
export function checkPin(
  context: Issues,
  {
    pin,
    stateCode,
    gstin,
  }: { pin: string | null; stateCode: StateCode | null; gstin: string | null },
): void {
  if (pin === null || stateCode === null) return;
  const isPossible =
    gstin === null ? isArmyPin(pin) || canServeState(pin, stateCode) : isPinOfState(pin, stateCode);
  if (isPossible) return;
  addFault(context, 'pinState', 'This PIN code belongs to another State.', ['pin']);
}

/** The first fault of each field, by its path: `pin`, `sac.image`. Empty for valid input. */
export function findFieldFaults(
  result: z.ZodSafeParseResult<unknown>,
): Readonly<Record<string, FieldFault>> {
  const faults: Record<string, FieldFault> = {};
  for (const issue of result.error?.issues ?? []) faults[issue.path.join('.')] ??= toFault(issue);
  return faults;
}

function toFault(issue: z.core.$ZodIssue): FieldFault {
  if (issue.code === 'custom') return (issue.params as { fault: FieldFault }).fault;
  if (issue.code === 'too_big') return 'long';
  if (issue.code === 'too_small') return 'missing';
  const [field] = issue.path;
  if (field === 'pin' || field === 'sac') return field;
  if (field === 'prefixes') return 'prefix';
  return field === 'rateBasisPoints' ? 'rate' : 'text';
}
