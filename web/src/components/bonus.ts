/** Specification, section 9: advertised until the config has said it itself. */
export const advertisedBonusRupees = 250;
