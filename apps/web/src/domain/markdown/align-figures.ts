import { findNumberColumns } from '@ecp/markdown/merge-sections';
import { type ElementNode, type ParentNode, walkElements } from './document-tree.ts';

/**
 * A rehype plugin that aligns columns of figures to the right, as in PDF and Word (EXP-19), where the document sets no
 * alignment.
 */
export function alignFigures() {
  return (tree: ParentNode): void => {
    for (const element of walkElements(tree)) if (element.tagName === 'table') alignTable(element);
  };
}

function alignTable(table: ElementNode): void {
  const rows = [...walkElements(table)].filter(({ tagName }) => tagName === 'tr').map(cellsOf);
  const [head = [], ...body] = rows;
  const texts = body.map((row) => row.map(readCell));
  const isOfFigures = findNumberColumns(texts, head.length);
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (isOfFigures[column] === true) cell.properties['align'] ??= 'right';
    }
  }
}

type Child = ElementNode['children'][number];
const isElement = (child: Child): child is ElementNode => child.type === 'element';
const cellsOf = (row: ElementNode): ElementNode[] => row.children.filter(isElement);

/** Returns the text of a cell without the numbers of its footnotes. */
function readCell({ children }: ElementNode): string {
  const read = (child: Child): string => {
    if (!isElement(child)) return 'value' in child ? child.value : '';
    return child.tagName === 'sup' ? '' : child.children.map(read).join('');
  };
  return children.map(read).join('').trim();
}
