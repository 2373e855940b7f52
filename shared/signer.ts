/** Signs texts for one purpose. */
export interface Signer {
  /** Signs with the current key. */
  sign(text: string): string;
  /** Whether the current or the previous key made `signature`. In constant time. */
  isSigned(text: string, signature: string): boolean;
}
