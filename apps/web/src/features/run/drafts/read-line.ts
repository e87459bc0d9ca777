/** A line of a document that is being written, for reading. */
export interface DraftLine {
  kind: 'heading' | 'item' | 'cells' | 'note' | 'text';
  text: string;
}

/**
 * Reads one line of Markdown: its kind, and its text without marks. Returns null for a line without words, such as the
 * rule below a table's head. The document itself may still change, so that only its words matter here.
 */
export function readLine(line: string): DraftLine | null {
  const text = withoutMarks(line.trim());
  if (!/[\p{L}\p{N}]/u.test(text)) return null;
  if (text.startsWith('|')) return { kind: 'cells', text: cellsOf(text).join('  ·  ') };
  if (/^#{1,6} /.test(text)) return { kind: 'heading', text: text.replace(/^#+ /, '') };
  if (/^\[\^[^\]]+\]:/.test(text)) return { kind: 'note', text: text.replace(/^\[\^([^\]]+)\]:/, '$1.') };
  const plain = text.replace(/\[\^[^\]]+\]/g, '').replace(/^> ?/, '');
  const item = /^(?:[-*+]|\d{1,3}[.)]) /.exec(plain);
  return item ? { kind: 'item', text: plain.slice(item[0].length) } : { kind: 'text', text: plain };
}

const withoutMarks = (line: string) => line.replace(/\*(?=\S)|(?<=\S)\*|__|`/g, '');

const cellsOf = (row: string) =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
