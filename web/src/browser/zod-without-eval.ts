// Read by zod when it comes, with the first answer of the API: the content security policy refuses
// `new Function`, which its compiled parsers would try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
