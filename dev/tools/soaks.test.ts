import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../local/places.ts';
import { chooseSoaks, soaks } from './soaks.ts';

describe('npm run soak', () => {
  it.each(soaks)(
    'the soak $name sets a variable that each of its tests reads',
    ({ env, tests }) => {
      for (const test of tests) {
        const source = readFileSync(join(root, test), 'utf8');
        for (const name of Object.keys(env)) {
          expect(source).toMatch(new RegExp(`process\\.env(\\.${name}\\b|\\['${name}'\\])`));
        }
      }
    },
  );

  it('npm run soak without a name runs every soak', () => {
    expect(chooseSoaks([])).toEqual(soaks);
  });

  it('npm run soak with names runs those soaks', () => {
    const names = chooseSoaks(['faults', 'chat']).map(({ name }) => name);
    expect(names).toEqual(['chat', 'faults']);
  });

  it('npm run soak -- --short runs every file that npm test leaves out', () => {
    const [short, ...others] = chooseSoaks(['--short']);
    expect(others).toEqual([]);
    expect(short).toMatchObject({ env: {}, tests: ['.soak.test.ts'] });
  });

  it('npm run soak refuses an unknown name and lists the known ones', () => {
    expect(() => chooseSoaks(['chat', 'cat'])).toThrow(
      /There is no soak named cat\.[^]*--short\|torture\|/,
    );
  });
});
