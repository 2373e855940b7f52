// zod reads this when it loads. Its compiled parsers need `new Function`, which the content
// security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
