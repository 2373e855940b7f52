import { config } from 'zod/v4/core';

// Before any schema is made: the content security policy refuses `new Function`, which zod's compiled
// parsers would try.
config({ jitless: true });
