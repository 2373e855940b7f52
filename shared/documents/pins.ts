/**
 * The first three digits of the PIN codes of each State, as the master codes of the GST system have them
 * (einvoice1.gst.gov.in, "Master codes"; read in the public constants of resilient-tech/india-compliance). That list
 * is older than Telangana and Ladakh, whose PIN codes are those of India Post.
 */
import type { StateCode } from './states.ts';

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
  '17': [[793, 794]],
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

/** Whether the portal accepts a PIN code of six digits with this State (its error 3039). */
export function isPinOfState(pin: string, stateCode: StateCode): boolean {
  const start = Number(pin.slice(0, 3));
  return ranges[stateCode].some(([first, last]) => start >= first && start <= last);
}

/** The PIN codes of the army's post offices, which belong to no State. */
export const isArmyPin = (pin: string): boolean => pin.startsWith('9');
