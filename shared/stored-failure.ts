import type { FailureCategory, Provider } from './contracts/vocabulary.ts';

/** Why something could not be made, in the fields that the client is promised (docs/product.md, Records). */
export interface StoredFailure {
  message: string;
  category: FailureCategory;
  provider: Provider;
  code: string | null;
  type: string | null;
  status: number | null;
}
