/**
 * Picks the rules of the client's stylesheet that a page's HTML uses, so that they can be in the page itself:
 * the page is then painted without waiting for another file.
 */

/** At-rules that contain other rules. */
const isGroup = /^@(?:media|supports|layer|container)\b/;

/** Classes that an element of the page must have. What is excluded, or one of several, is not required. */
const alternatives = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;
const classNames = /\.((?:\\.|[\w-])+)/g;

/**
 * Returns the CSS without rules for classes that no element of the page has, and without fonts, which load
 * later.
 *
 * @param css a minified stylesheet without nested style rules or comments within rules
 */
export function pickStyles(css: string, html: string): string {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list]) => unescape(list!).split(/\s+/)),
  );
  const isUsed = (selector: string) =>
    [...selector.replaceAll(alternatives, '').matchAll(classNames)].every(([, name]) =>
      used.has(name!.replaceAll('\\', '')),
    );
  const pick = (text: string): string =>
    splitRules(text)
      .map(({ prelude, body }) => {
        if (body === null) return `${prelude};`;
        if (prelude.startsWith('@font-face')) return '';
        if (isGroup.test(prelude)) {
          const inside = pick(body);
          return inside === '' ? '' : `${prelude}{${inside}}`;
        }
        if (prelude.startsWith('@')) return `${prelude}{${body}}`;
        const selectors = splitAtCommas(prelude).filter(isUsed);
        return selectors.length === 0 ? '' : `${selectors.join(',')}{${body}}`;
      })
      .join('');
  return dropUnused(pick(dropComments(css)));
}

const dropComments = (css: string): string =>
  css
    .split('/*')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('');

/** Drops properties and animations that no rule uses. */
function dropUnused(css: string): string {
  const rules = splitRules(css);
  const toName = ({ prelude }: Rule) => /^@(?:property|keyframes)\s+(\S+)$/.exec(prelude)?.[1];
  const uses = rules.flatMap((rule) => (toName(rule) ? [] : [rule.body ?? ''])).join('');
  return rules
    .filter((rule) => uses.includes(toName(rule) ?? ''))
    .map(({ prelude, body }) => (body === null ? `${prelude};` : `${prelude}{${body}}`))
    .join('');
}

const unescape = (text: string) =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

type Rule = { prelude: string; body: string | null };

/** Splits a stylesheet into its outermost rules. `body` is null for a statement such as `@layer a,b`. */
function splitRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let begin = 0;
  let bodyAt = -1;
  let depth = 0;
  for (const { character, at } of plainCharacters(css)) {
    if (character === '{' && (depth += 1) === 1) bodyAt = at;
    if (character === ';' && depth === 0) {
      rules.push({ prelude: css.slice(begin, at), body: null });
      begin = at + 1;
    }
    if (character === '}' && (depth -= 1) === 0) {
      rules.push({ prelude: css.slice(begin, bodyAt), body: css.slice(bodyAt + 1, at) });
      begin = at + 1;
    }
  }
  return rules;
}

function splitAtCommas(selectors: string): string[] {
  const parts: string[] = [];
  let begin = 0;
  let depth = 0;
  for (const { character, at } of plainCharacters(selectors)) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    parts.push(selectors.slice(begin, at));
    begin = at + 1;
  }
  return [...parts, selectors.slice(begin)];
}

/** The characters that are neither escaped nor part of a string. */
function* plainCharacters(text: string): Generator<{ character: string; at: number }> {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '\\') at += 1;
    else if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else yield { character, at };
  }
}
