/** The bonus that is advertised until the configuration is loaded (docs/product.md, Numbers). */
export const advertisedBonusRupees = 250;
