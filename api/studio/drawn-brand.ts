import type { BrandKitRow } from '@sachet/db/studio/brand-kits';
import type { DrawnBrand } from '@sachet/adapters/images/brand';
import type { Dependencies } from '../dependencies.ts';

/** The kit with the bytes of its logo. */
export async function toDrawnBrand(
  { images }: Pick<Dependencies, 'images'>,
  kit: BrandKitRow,
): Promise<DrawnBrand> {
  const logo = kit.logo_key && (await images.get(kit.logo_key));
  const { name, phone, address, main_color: mainColor, second_color: secondColor } = kit;
  return { name, phone, address, mainColor, secondColor, logo: logo ? logo.bytes : null };
}
