import type { Table, TableRow } from 'mdast';
import type { Node } from 'prosemirror-model';
import { writeInline } from './write-inline.ts';

type Align = 'left' | 'right' | 'center' | null;

/** Turns a table of the editor into a tree of markdown. */
export function toTableTree(table: Node): Table {
  const rows = table.children.map(
    (row): TableRow => ({
      type: 'tableRow',
      children: row.children.map((cell) => ({ type: 'tableCell', children: writeInline(cell) })),
    }),
  );
  return { type: 'table', align: alignsOf(table), children: rows };
}

const alignsOf = (table: Node): Align[] => table.firstChild?.children.map(({ attrs }) => attrs['align']) ?? [];

const rules = { left: ':--', right: '--:', center: ':-:' };

/**
 * Gives the rows of a written table that equal rows of the table it was read from their lines back, and the line below
 * the head where columns and alignment are the same.
 */
export function keepRows(written: string, table: Node, before: { node: Node; source: string } | undefined): string {
  const lines = written.split('\n');
  const old = before?.node.type === table.type ? before.source.split(/\r\n|[\r\n]/) : [];
  const oldRows = before?.node.children ?? [];
  const isReadable = old.length === oldRows.length + 1;
  const aligns = alignsOf(table);
  const isSame = isReadable && before !== undefined && String(alignsOf(before.node)) === String(aligns);
  return lines
    .map((line, index) => {
      if (index === 1) return (isSame ? old[1] : undefined) ?? writeRule(aligns);
      const row = table.children[index === 0 ? 0 : index - 1];
      const at = isReadable ? oldRows.findIndex((other) => row !== undefined && other.eq(row)) : -1;
      return (at === -1 ? undefined : old[at === 0 ? 0 : at + 1]) ?? line;
    })
    .join('\n');
}

const writeRule = (aligns: readonly Align[]): string =>
  `| ${aligns.map((align) => (align === null ? '---' : rules[align])).join(' | ')} |`;
