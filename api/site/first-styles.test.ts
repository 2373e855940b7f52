import { expect, test } from 'vitest';
import { pickStyles } from './first-styles.ts';

const html = '<html lang="en"><body><p class="a sm:b [&amp;&gt;svg]:c">Words</p></body></html>';

test.each([
  ['keeps a rule for a class of the page', '.a{color:red}', '.a{color:red}'],
  ['drops a rule for another class', '.z{color:red}', ''],
  ['keeps only the selectors of the page', '.z,.a:hover,p{top:0}', '.a:hover,p{top:0}'],
  ['requires every class of a selector', '.a .z{top:0}', ''],
  ['requires no class that a selector excludes', '.a:not(.z,.y){top:0}', '.a:not(.z,.y){top:0}'],
  ['requires no class of several alternatives', ':is(.a,.z) p{top:0}', ':is(.a,.z) p{top:0}'],
  [
    'reads escaped names',
    '@media (min-width:40rem){.sm\\:b{top:0}.sm\\:z{top:0}}',
    '@media (min-width:40rem){.sm\\:b{top:0}}',
  ],
  [
    'reads names with entities',
    '.\\[\\&\\>svg\\]\\:c>svg{top:0}',
    '.\\[\\&\\>svg\\]\\:c>svg{top:0}',
  ],
  ['drops a group without rules', '@layer base{@media print{.z{top:0}}}', ''],
  ['keeps the order of the layers', '@layer base,utilities;.z{top:0}', '@layer base,utilities;'],
  ['drops fonts', '@font-face{font-family:Inter;src:url(a.woff2)}', ''],
  [
    'keeps animations that are used',
    '.a{animation:k 1s}@keyframes k{to{top:0}}@keyframes z{to{top:0}}',
    '.a{animation:k 1s}@keyframes k{to{top:0}}',
  ],
  ['skips braces in strings', 'p:before{content:"}"}.z{top:0}', 'p:before{content:"}"}'],
])('pickStyles %s', (_what, css, picked) => {
  expect(pickStyles(css, html)).toBe(picked);
});
