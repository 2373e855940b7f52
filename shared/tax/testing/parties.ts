/** A supplier and customers for tests. */
import {
  defaultPrefixes,
  defaultSacs,
  type BillingProfile,
  type SupplierSettings,
} from '../content.ts';

export const testSupplier: SupplierSettings = {
  legalName: 'Sachet Studio Private Limited',
  address: '4th Floor, 12 Residency Road, Bengaluru',
  pin: '560025',
  stateCode: '29',
  gstin: '29AAGCB7383J1Z4',
  model: 'advance',
  rateBasisPoints: 1800,
  letter: null,
  sac: defaultSacs,
  prefixes: defaultPrefixes,
  signatory: 'Meera Iyer',
};

export const inKarnataka: BillingProfile = {
  name: 'Asha Rao',
  address: '7 Church Street, Bengaluru',
  pin: '560001',
  stateCode: '29',
  gstin: null,
  country: null,
  isSez: false,
};

export const registered: BillingProfile = {
  name: 'Uttam Agency LLP',
  address: '21 Nariman Point, Mumbai',
  pin: '400021',
  stateCode: '27',
  gstin: '27AAPFU0939F1ZV',
  country: null,
  isSez: false,
};

/** In the supplier's State. */
export const inZone: BillingProfile = {
  name: 'Kaveri Exports Private Limited',
  address: 'Unit 4, Electronics City SEZ, Bengaluru',
  pin: '560100',
  stateCode: '29',
  gstin: '29AAPFU0939F1ZR',
  country: null,
  isSez: true,
};

export const abroad: BillingProfile = {
  name: 'Jane Doe',
  address: '10 Main Street, Springfield, IL 62701',
  pin: null,
  stateCode: null,
  gstin: null,
  country: 'US',
  isSez: false,
};
