import type { FailureCategory, Provider } from './contracts/vocabulary.ts';

/** The reason of a failed generation, in the fields of docs/product.md, Records. */
export interface StoredFailure {
  message: string;
  category: FailureCategory;
  provider: Provider;
  code: string | null;
  type: string | null;
  status: number | null;
}
