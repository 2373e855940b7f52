import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code';

/** Returns the classes in a block of code, as `remark-rehype` passes it. */
function listClasses(language: string, text: string): string[] {
  const code = {
    type: 'element' as const,
    tagName: 'code',
    properties: { className: [`language-${language}`] },
    children: [{ type: 'text' as const, value: text }],
  };
  const pre = { type: 'element' as const, tagName: 'pre', properties: {}, children: [code] };
  highlightCode()({ type: 'root', children: [pre] });
  return [...JSON.stringify(code.children).matchAll(/hljs-(\w+)/g)].map(([, name]) => name!);
}

test('code in TypeScript is coloured as JavaScript, and code in an unknown language stays plain', () => {
  expect(listClasses('javascript', 'const a = "b"')).toEqual(['keyword', 'string']);
  expect(listClasses('ts', 'const a: string = "b"')).toEqual(['keyword', 'attr', 'string']);
  expect(listClasses('cobol', 'MOVE A TO B')).toEqual([]);
});
