/** A supplier and customers for tests. */
import {
  defaultPrefixes,
  defaultSac,
  LineItem,
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
  sac: Object.fromEntries(
    LineItem.options.map((item) => [item, defaultSac]),
  ) as SupplierSettings['sac'],
  prefixes: defaultPrefixes,
  signatory: 'Meera Iyer',
};

export const inKarnataka: BillingProfile = {
  name: 'Asha Rao',
  address: '7 Church Street, Bengaluru',
  pin: '560001',
  stateCode: '29',
  gstin: null,
};

export const registered: BillingProfile = {
  name: 'Uttam Agency LLP',
  address: '21 Nariman Point, Mumbai',
  pin: '400021',
  stateCode: '27',
  gstin: '27AAPFU0939F1ZV',
};
