/**
 * Parses the Markdown of answers: CommonMark with tables, task lists and links, adapted to what people and
 * models write. A single `~` means "about", as in "~₹500". Definitions, footnotes and HTML are text, because
 * parsing them would hide their words.
 */
import type { List, ListItem, Root } from 'mdast';
import { attention } from 'micromark-core-commonmark';
import type { Code, Construct, Extension, Token, Tokenizer } from 'micromark-util-types';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Data, type Pluggable, type Processor } from 'unified';

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
const isDigit = (code: Code) => code !== null && code >= 48 && code <= 57;
const isWord = (code: Code) =>
  code !== null && code >= 0 && /[a-z0-9]/i.test(String.fromCharCode(code));
const isIndic = (code: Code) => code !== null && code >= 0x0900 && code <= 0x0dff;

/**
 * CommonMark does not close `**ऑफर।**आज`, because a letter follows the punctuation. In this parser, two
 * asterisks open bold text unless a space follows and close it unless a space precedes, and one asterisk also
 * closes in front of an Indic letter. Asterisks between digits, as in "2**8", and one between Latin letters or
 * digits, as in "5*n", are signs of a product or a power.
 */
const tokenizeStars: Tokenizer = function (effects, ok, nok) {
  const { previous } = this;
  let stars: Token | undefined;
  const exit: typeof effects.exit = (type) => (stars = effects.exit(type));
  return attention.tokenize.call(this, { ...effects, exit }, loosen, nok);

  function loosen(next: Code) {
    if (!stars) return ok(next);
    const isPair = stars.end.offset - stars.start.offset >= 2;
    const isSign = isPair ? isDigit(previous) && isDigit(next) : isWord(previous) && isWord(next);
    if (isSign) {
      stars._open = false;
      stars._close = false;
      return ok(next);
    }
    stars._open ||= isPair && !isSpace(next);
    stars._close ||= (isPair || isIndic(next)) && !isSpace(previous);
    return ok(next);
  }
};

const stars: Construct = { ...attention, tokenize: tokenizeStars };

const syntax: Extension = { text: { 42: stars }, disable: { null: disabled } };

declare module 'mdast' {
  interface ListItemData {
    /** The number in front of the item. */
    number?: number;
  }
}

type TreeExtension = Exclude<NonNullable<Data['fromMarkdownExtensions']>[number], unknown[]>;
type Handle = NonNullable<NonNullable<TreeExtension['exit']>['listItemValue']>;

/**
 * CommonMark numbers a list from its first item on, so "2026." below "1." would become 2. An item keeps a number
 * that is higher than the one before it.
 */
function numberItem(this: ThisParameterType<Handle>, token: Token): undefined {
  const [list, item] = this.stack.slice(-2) as [List, ListItem];
  const before = list.children.at(-2)?.data?.number ?? -1;
  const written = Number.parseInt(this.sliceSerialize(token), 10);
  item.data = { ...item.data, number: Math.max(written, before + 1) };
}

const tree: TreeExtension = { exit: { listItemValue: numberItem } };

function remarkSyntax(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), tree];
}

export const syntaxPlugins: Pluggable[] = [[remarkGfm, { singleTilde: false }], remarkSyntax];

const parser = unified().use(remarkParse).use(syntaxPlugins).freeze();

/** Parses a block for which `isReadable` (markdown-blocks.ts) is true. */
export function parseMarkdown(text: string): Root {
  return parser.parse(text);
}
