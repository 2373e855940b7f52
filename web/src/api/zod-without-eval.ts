import { config } from 'zod';

// The content security policy refuses `new Function`, which zod's compiled parsers would try.
config({ jitless: true });
