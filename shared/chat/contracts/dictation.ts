import { z } from 'zod';

/** Empty when nothing was said. */
export const Dictation = z.object({ text: z.string() }).meta({ id: 'Dictation' });
export type Dictation = z.infer<typeof Dictation>;
