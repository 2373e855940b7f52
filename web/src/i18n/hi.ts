import type { Messages } from './en.ts';
import { admin } from './hi/admin.ts';
import { first } from './hi/first.ts';
import { shop } from './hi/shop.ts';
import { studio } from './hi/studio.ts';

export const hi: Messages = { ...first, ...studio, ...shop, ...admin };
