import type { CountryCode } from '../app/phone-number';
import { noNames, type Names } from './validation';

/** What has been typed in the dialog; kept when its tabs and views change. */
export type AuthDraft = Names & {
  email: string;
  /** null until one is chosen: until then it is a guess. */
  country: CountryCode | null;
  phone: string;
};

export const noDraft: AuthDraft = { ...noNames, email: '', country: null, phone: '' };

/** One step of the dialog's forms changes a part of it. */
export type OnDraft = (part: Partial<AuthDraft>) => void;
