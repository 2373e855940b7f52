/** The bonus that is advertised until the configuration is loaded (docs/product.md, Numbers). */
export const advertisedBonusRupees = 250;

/** Storage key of the code in the friend's link that brought this visitor, kept until they sign up. */
export const friendCodeKey = 'sachet.friend-code';
