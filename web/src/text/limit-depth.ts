import type { Nodes, Root, RootContent } from 'mdast';
import type { Transformer } from 'unified';

/** Deeper than that nobody can tell the levels apart, and rendering recurses into each of them. */
const depthMax = 24;

/** Shows what is nested too deep as it was written, and gives a table a column for each of its cells. */
export function limitDepth(): Transformer<Root> {
  return (tree, file) => limit(tree, String(file), 0);
}

function limit(node: Nodes, source: string, depth: number): void {
  if (!('children' in node)) return;
  if (node.type === 'table') {
    const columns = Math.max(...node.children.map((row) => row.children.length));
    const align = node.align ?? [];
    node.align = Array.from({ length: columns }, (_column, index) => align[index] ?? null);
  }
  // A list without items, or a table without rows, could not be rendered.
  const hasParts = node.type === 'list' || node.type === 'table' || node.type === 'tableRow';
  if (depth < depthMax || hasParts) {
    for (const child of node.children) limit(child, source, depth + 1);
    return;
  }
  const { position } = node;
  const value = source.slice(position?.start.offset ?? 0, position?.end.offset);
  (node as { children: RootContent[] }).children = [{ type: 'text', value }];
}
