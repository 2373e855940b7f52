import type { Messages } from './en.ts';
import { admin } from './hg/admin.ts';
import { first } from './hg/first.ts';
import { studio } from './hg/studio.ts';

export const hg: Messages = { ...first, ...studio, ...admin };
