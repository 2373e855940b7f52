import type { Messages } from './en.ts';
import { admin } from './hg/admin.ts';
import { first } from './hg/first.ts';
import { shop } from './hg/shop.ts';
import { studio } from './hg/studio.ts';

export const hg: Messages = { ...first, ...studio, ...shop, ...admin };
