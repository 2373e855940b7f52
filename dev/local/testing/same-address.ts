// Loaded before every test file. The signed addresses of one file differ after each full hour, which may end
// during a test: equality disregards their expiry and signature.
import { expect } from 'vitest';

const signed = /expires=\d+&signature=[\w-]+/;
const mark = Symbol.for('sachet.same-address');

// Once, because one process runs many test files.
if (!Reflect.has(globalThis, mark)) {
  Reflect.set(globalThis, mark, true);
  expect.addEqualityTesters([
    (one: unknown, other: unknown) => {
      if (typeof one !== 'string' || typeof other !== 'string') return undefined;
      if (!signed.test(one) || !signed.test(other)) return undefined;
      return one.replace(signed, '') === other.replace(signed, '');
    },
  ]);
}
