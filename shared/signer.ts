/** Signs texts for one purpose. */
export interface Signer {
  /** With the key of now. */
  sign(text: string): string;
  /** Whether the key of now made `signature`, or the one before it. In constant time. */
  isSigned(text: string, signature: string): boolean;
}
