import { admin } from './en/admin.ts';
import { first } from './en/first.ts';
import { growth } from './en/growth.ts';
import { shop } from './en/shop.ts';
import { studio } from './en/studio.ts';

/**
 * Every text of the client, for tests and the build. The client itself loads the parts when it needs them.
 * `common`, `studioCommon` and `adminCommon` have the texts that several sections of their area share.
 * Promised messages (docs/product.md) stay to the letter. The types give `hi` and `hg` the same keys, and a
 * test compares their placeholders.
 */
export const en = { ...first, ...studio, ...shop, ...admin };

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };

/** The type of every language's dictionary. */
export type Messages = Shape<typeof en>;
export type Growth = Shape<typeof growth>;
export type FirstMessages = Shape<typeof first>;
export type ShopMessages = Shape<typeof shop>;
export type StudioMessages = Shape<typeof studio>;
export type AdminMessages = Shape<typeof admin>;
