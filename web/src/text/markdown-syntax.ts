/**
 * Parses the Markdown of answers: CommonMark with tables, task lists and links, adapted to what people and
 * models write. A single `~` means "about", as in "~₹500". Definitions, footnotes and HTML are text, because
 * parsing them would hide their words.
 */
import type { Root } from 'mdast';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, Token, Tokenizer } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Pluggable, type Processor } from 'unified';

const disabled = [
  'definition',
  'gfmFootnoteDefinition',
  'gfmFootnoteCall',
  'gfmPotentialFootnoteCall',
  'htmlFlow',
  'htmlText',
  // Without this rule, "Sunday" above "---" would be a heading. It is a line of text and a horizontal rule.
  'setextUnderline',
];

const isSpace = (code: Code) => code === null || code < 0 || /\s/.test(String.fromCharCode(code));
const isIndic = (code: Code) => code !== null && code >= 0x0900 && code <= 0x0dff;

/**
 * CommonMark does not close `**ऑफर।**आज`, because a letter follows the punctuation. In this parser, two
 * asterisks open bold text unless a space follows and close it unless a space precedes, and one asterisk also
 * closes in front of an Indic letter.
 */
const tokenizeStars: Tokenizer = function (effects, ok, nok) {
  const { previous } = this;
  let stars: Token | undefined;
  const exit: typeof effects.exit = (type) => (stars = effects.exit(type));
  return attention.tokenize.call(this, { ...effects, exit }, loosen, nok);

  function loosen(next: Code) {
    if (!stars) return ok(next);
    const isPair = stars.end.offset - stars.start.offset >= 2;
    stars._open ||= isPair && !isSpace(next);
    stars._close ||= (isPair || isIndic(next)) && !isSpace(previous);
    return ok(next);
  }
};

const stars: Construct = { ...attention, tokenize: tokenizeStars };

const syntax: Extension = { text: { 42: stars }, disable: { null: disabled } };

function remarkSyntax(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax];
}

export const syntaxPlugins: Pluggable[] = [[remarkGfm, { singleTilde: false }], remarkSyntax];

const parser = unified().use(remarkParse).use(syntaxPlugins).freeze();

/** Parses a block for which `isReadable` (markdown-blocks.ts) is true. */
export function parseMarkdown(text: string): Root {
  return parser.parse(text);
}
