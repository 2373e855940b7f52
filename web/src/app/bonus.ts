/** docs/product.md, Numbers: advertised until the config has said it itself. */
export const advertisedBonusRupees = 250;
