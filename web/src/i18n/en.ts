import { admin } from './en/admin.ts';
import { first } from './en/first.ts';
import { studio } from './en/studio.ts';

/**
 * Every word of the client, for tests and the build; the client loads the three parts when it needs them. The
 * promised messages (docs/product.md) are quoted to the letter. `hi` and `hg` have the same keys by type, and a
 * test compares their placeholders.
 */
export const en = { ...first, ...studio, ...admin };

type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };

/** The shape that every language fills. */
export type Messages = Shape<typeof en>;
export type FirstMessages = Shape<typeof first>;
export type StudioMessages = Shape<typeof studio>;
export type AdminMessages = Shape<typeof admin>;
