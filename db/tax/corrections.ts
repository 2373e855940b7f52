/**
 * The details with which a document is issued that the portal would refuse. They change neither the place of supply
 * nor the tax, which were fixed at the use.
 */
import type { Recipient, SupplierSettings } from '@sachet/shared/tax/content';

export const correctSupplier = (
  dated: SupplierSettings,
  now: SupplierSettings,
): SupplierSettings => ({
  ...dated,
  legalName: now.legalName,
  address: now.address,
  pin: now.pin,
});

export const correctRecipient = (dated: Recipient, now: Recipient): Recipient => ({
  ...dated,
  name: now.name,
  address: now.address,
  pin: now.pin,
});
