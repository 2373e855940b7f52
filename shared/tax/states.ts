/** The States and union territories of India by their GST code, in the order of the codes. */
export const states = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
} as const;

export type StateCode = keyof typeof states;
export const stateCodes = Object.keys(states).toSorted() as [StateCode, ...StateCode[]];

/** The place of a supply to a recipient abroad. */
export const abroadCode = '96';

export const placeNames = { ...states, '96': 'Outside India' } as const;
/** A State, or outside India. */
export type PlaceCode = keyof typeof placeNames;
export const placeCodes = Object.keys(placeNames).toSorted() as [PlaceCode, ...PlaceCode[]];

export const isStateCode = (code: string): code is StateCode => Object.hasOwn(states, code);

/** Union territories without a legislature levy UTGST instead of SGST, at the same rate. */
const withoutLegislature: readonly StateCode[] = ['04', '26', '31', '35', '38', '97'];

export const isUnionTerritory = (code: StateCode): boolean => withoutLegislature.includes(code);
