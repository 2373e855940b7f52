import { describe, expect, test } from 'vitest';
import { findUnclearPhrases } from './prose.ts';

const find = (file: string, ...lines: string[]) =>
  findUnclearPhrases(file, lines.join('\n')).map(({ line, phrase }) => `${line}: ${phrase}`);

describe('the prose check', () => {
  test.each([
    ['a comment', '/** Sent to whoever asks. */', ['1: whoever']],
    ['a comment after code', 'retry(); // Begins anew.', ['1: anew']],
    ['a test title', "test('given nobody, then it waits', run);", ['1: nobody']],
    ['a message', 'fail(`${name} stands in the file`);', ['1: stands']],
    ['two phrases of a line', '// Nobody waits meanwhile.', ['1: Nobody', '1: meanwhile']],
    ['a line of YAML', '    # All start at once.', ['1: at once']],
  ])('the prose check finds a phrase in %s', (_where, line, phrases) => {
    expect(find('api/app.ts', line)).toEqual(phrases);
  });

  test('the prose check finds a phrase in a text of several lines, and no code after it', () => {
    const lines = ['const usage = `usage:', '  audit  compute it anew`;', 'const anew = 1; // ok'];
    expect(find('db/usage.ts', ...lines)).toEqual(['2: anew']);
  });

  test.each([
    ['code', 'const nobody = anew(meanwhile);'],
    ['a text of one word', "const status = 'nobody';"],
    ['a stand-in', '// The stand-in speaks the same protocol.'],
    ['“there is none”', '// Null if there is none.'],
    ['an allowed phrase', "  text: 'Let us go on from this.',"],
  ])('the prose check ignores %s', (_what, line) => {
    expect(find('dev/sandbox/writing.ts', line)).toEqual([]);
  });

  test('the prose check ignores code in Markdown and counts its lines', () => {
    const lines = ['Runs `anew()`.', '```', 'somebody waits', '```', 'Somebody waits.'];
    expect(find('docs/api.md', ...lines)).toEqual(['5: Somebody']);
  });
});
