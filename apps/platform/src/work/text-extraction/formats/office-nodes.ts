import { unwrapLines } from '@ecp/markdown/unwrap-lines';
import type { OfficeContentNode } from 'officeparser';

/** Writes a node of an Office document as plain markdown: headings, list items, tables, footnotes, slide notes. */
export function writeNode(node: OfficeContentNode): string {
  const notes = (node.notes ?? []).map((note) => `\nNote: ${writeAll(note.children ?? [], ' ')}`).join('');
  return writeBody(node) + notes;
}

function writeBody(node: OfficeContentNode): string {
  const children = node.children ?? [];
  switch (node.type) {
    case 'heading':
      return `\n${'#'.repeat(Math.min(node.metadata?.level ?? 1, 6))} ${inline(node)}\n`;
    case 'list':
      return `${'  '.repeat(Math.min(node.metadata?.indentation ?? 0, 10))}- ${inline(node)}`;
    case 'paragraph':
      return `${inline(node)}\n`;
    case 'row':
      return `| ${children.map((cell) => inline(cell).replaceAll('|', '/')).join(' | ')} |`;
    case 'table':
    case 'sheet':
      return `\n${writeAll(children, '\n')}\n`;
    case 'image':
    case 'chart':
    case 'break':
      return node.text ?? '';
    default:
      return children.length > 0 ? writeAll(children, isInline(children) ? '' : '\n') : (node.text ?? '');
  }
}

function writeAll(nodes: OfficeContentNode[], between: string): string {
  return nodes.map(writeNode).join(between);
}

function isInline(nodes: OfficeContentNode[]): boolean {
  return nodes.every(({ type }) => type === 'text' || type === 'break');
}

/** Writes a node on one line. A cell may contain paragraphs, and a paragraph runs of text. */
function inline(node: OfficeContentNode): string {
  const children = node.children ?? [];
  const text = children.length > 0 ? writeAll(children, isInline(children) ? '' : ' ') : (node.text ?? '');
  return unwrapLines(text).trim();
}
