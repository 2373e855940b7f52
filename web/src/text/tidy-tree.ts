import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import type { Transformer } from 'unified';

/** Rendering recurses into each level, and readers cannot distinguish more of them. */
const depthMax = 24;

/**
 * Shows what is nested too deep as it was written, gives a table a column for each of its cells, and
 * ends an address before a danda.
 */
export function tidyTree(): Transformer<Root> {
  return (tree, file) => tidy(tree, String(file), 0);
}

function tidy(node: Nodes, source: string, depth: number): void {
  if (!('children' in node)) return;
  if (node.type === 'table') {
    const columns = Math.max(...node.children.map((row) => row.children.length));
    const align = node.align ?? [];
    node.align = Array.from({ length: columns }, (_column, index) => align[index] ?? null);
  }
  // A list without items, or a table without rows, could not be rendered.
  const hasParts = node.type === 'list' || node.type === 'table' || node.type === 'tableRow';
  if (depth >= depthMax && !hasParts) {
    const { position } = node;
    const value = source.slice(position?.start.offset ?? 0, position?.end.offset);
    setChildren(node, [{ type: 'text', value }]);
    return;
  }
  setChildren(node, (node.children as RootContent[]).flatMap(endAddress));
  for (const child of node.children) tidy(child, source, depth + 1);
}

function setChildren(node: Nodes, children: RootContent[]): void {
  (node as { children: RootContent[] }).children = children;
}

/** An address without marks around it ends at ASCII punctuation only. */
function endAddress(node: RootContent): (RootContent | PhrasingContent)[] {
  const [words, ...more] = node.type === 'link' ? node.children : [];
  if (node.type !== 'link' || words?.type !== 'text' || more.length > 0) return [node];
  const dandas = readDandasAtEnd(words.value);
  if (dandas === '' || !node.url.endsWith(words.value)) return [node];
  node.url = node.url.slice(0, -dandas.length);
  words.value = words.value.slice(0, -dandas.length);
  return [node, { type: 'text', value: dandas }];
}

/** A loop, as a pattern with `+$` takes square time on dandas before other text. */
function readDandasAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && '।॥'.includes(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}
