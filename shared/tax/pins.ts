/**
 * The first three digits of the PIN codes of each State, as the master codes of the GST system have them
 * (einvoice1.gst.gov.in, "Master codes"; read in the public constants of resilient-tech/india-compliance). That list
 * is older than Telangana (500 to 509) and Ladakh (194), whose PIN codes are those of India Post; the older States
 * keep theirs. All 154,823 post offices of a public copy of India Post's directory (2015) are in these ranges, which
 * therefore have Meghalaya's two in 783 too. Only what is certain is refused: where sources differ, the wider range
 * counts.
 */
import { stateCodes, type StateCode } from './states.ts';

type Range = readonly [first: number, last: number];

const ranges: Readonly<Record<StateCode, readonly Range[]>> = {
  '01': [[180, 194]],
  '02': [[171, 177]],
  '03': [[140, 160]],
  '04': [
    [140, 140],
    [160, 160],
  ],
  '05': [[244, 263]],
  '06': [[121, 136]],
  '07': [[110, 110]],
  '08': [[301, 345]],
  '09': [[201, 285]],
  '10': [[800, 855]],
  '11': [[737, 737]],
  '12': [[790, 792]],
  '13': [[797, 798]],
  '14': [[795, 795]],
  '15': [[796, 796]],
  '16': [[799, 799]],
  '17': [
    [783, 783],
    [793, 794],
  ],
  '18': [[781, 788]],
  '19': [[700, 743]],
  '20': [[813, 835]],
  '21': [[751, 770]],
  '22': [[490, 497]],
  '23': [[450, 488]],
  '24': [[360, 396]],
  '26': [
    [362, 362],
    [396, 396],
  ],
  '27': [[400, 445]],
  '29': [[560, 591]],
  '30': [[403, 403]],
  '31': [[682, 682]],
  '32': [[670, 695]],
  '33': [[600, 643]],
  '34': [
    [533, 533],
    [605, 605],
    [607, 607],
    [609, 609],
    [673, 673],
  ],
  '35': [[744, 744]],
  '36': [[500, 509]],
  '37': [[500, 535]],
  '38': [[194, 194]],
  // The master has none.
  '97': [[100, 999]],
};

/** States that have a common border, each pair once. */
const borders: readonly (readonly [StateCode, readonly StateCode[]])[] = [
  ['01', ['02', '03', '38']],
  ['02', ['03', '05', '06', '09', '38']],
  ['03', ['04', '06', '08']],
  ['04', ['06']],
  ['05', ['06', '09']],
  ['06', ['07', '08', '09']],
  ['07', ['09']],
  ['08', ['09', '23', '24']],
  ['09', ['10', '20', '22', '23']],
  ['10', ['19', '20']],
  ['11', ['19']],
  ['12', ['13', '18']],
  ['13', ['14', '18']],
  ['14', ['15', '18']],
  ['15', ['16', '18']],
  ['16', ['18']],
  ['17', ['18']],
  ['18', ['19']],
  ['19', ['20', '21']],
  ['20', ['21', '22']],
  ['21', ['22', '37']],
  ['22', ['23', '27', '36', '37']],
  ['23', ['24', '27']],
  ['24', ['26', '27']],
  ['26', ['27']],
  ['27', ['29', '30', '36']],
  ['29', ['30', '32', '33', '36', '37']],
  ['32', ['33', '34']],
  ['33', ['34', '37']],
  ['34', ['37']],
  ['36', ['37']],
];

const isBorder = (one: StateCode, other: StateCode): boolean =>
  borders.some(
    ([state, others]) =>
      (state === one && others.includes(other)) || (state === other && others.includes(one)),
  );

/** Whether the portal accepts a PIN code of six digits with this State (its error 3039). */
export function isPinOfState(pin: string, stateCode: StateCode): boolean {
  const start = Number(pin.slice(0, 3));
  return ranges[stateCode].some(([first, last]) => start >= first && start <= last);
}

/**
 * Whether an address in this State can have this PIN code: that of the post office which serves it, perhaps across the
 * border of the State.
 */
export const canServeState = (pin: string, stateCode: StateCode): boolean =>
  stateCodes.some((of) => isPinOfState(pin, of) && (of === stateCode || isBorder(of, stateCode)));

/** The PIN codes of the army's post offices, which belong to no State. */
export const isArmyPin = (pin: string): boolean => pin.startsWith('9');
