import { describe, expect, it } from 'vitest';
import { formatValue, type GridCell, type GridColumn, type GridRow, readValue } from './cells.ts';
import { citeCell, writeGridBlock } from './cite-grid.ts';
import { replaceCells } from './grid-queries.ts';
import { type Cursor, moveCursor, rectOf } from './move-cursor.ts';
import { findQuestionProblems, newQuestion } from './question-fields.tsx';
import { readQuestions } from './read-questions.ts';
import { countGroups, viewRows } from './view-rows.ts';
import { writeTsv } from './write-tsv.ts';

const column = (id: string, name: string, type: GridColumn['type'] = 'text'): GridColumn => ({
  id,
  name,
  type,
  question: `${name}?`,
});

const cell = (value: GridCell['value'], state: GridCell['state'] = 'verified'): GridCell => ({
  value,
  unit: null,
  state,
  text: '',
  quote: null,
  place: null,
  passage: null,
  reason: null,
});

const row = (filename: string, ...cells: GridCell[]): GridRow => ({
  attachmentId: `id of ${filename}`,
  filename,
  cells,
});

const grid = {
  id: 'g1',
  title: 'Contracts',
  status: 'running' as const,
  failureReason: null,
  cost: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: { kind: 'user' as const, id: 'u', name: 'Ada' },
  columns: [column('c1', 'Party'), column('c2', 'Cap', 'number')],
  rows: [
    row('b.pdf', cell('Acme'), cell(20)),
    row('a.pdf', cell('=Zenith'), cell(null, 'not_found')),
    row('c.pdf', cell('Bolt', 'altered'), cell(3, 'edited')),
  ],
  progress: { asked: 6, total: 6 },
  changedAt: '2026-01-01T00:00:01.000000Z',
};
const names = (rows: readonly GridRow[]) => rows.map(({ filename }) => filename[0]).join('');

// GRP-4
describe('what is shown of a grid', () => {
  it('sorts by the values of a column, in either order with what is not found at the end', () => {
    expect(names(viewRows(grid, {}))).toBe('bac');
    expect(names(viewRows(grid, { sort: 'c2' }))).toBe('cba');
    expect(names(viewRows(grid, { sort: 'c2', order: 'desc' }))).toBe('bca');
    expect(names(viewRows(grid, { sort: 'file' }))).toBe('abc');
  });

  it('keeps rows with an answer of a kind in any column, or in one', () => {
    expect(names(viewRows(grid, { group: 'doubted' }))).toBe('c');
    expect(names(viewRows(grid, { group: 'doubted', column: 'c2' }))).toBe('');
    expect(names(viewRows(grid, { group: 'not_found', column: 'c2' }))).toBe('a');
  });

  it('finds words in filenames and answers', () => {
    expect(names(viewRows(grid, { q: 'bolt c' }))).toBe('c');
    expect(names(viewRows(grid, { q: 'zenith' }))).toBe('a');
  });

  it('counts answers by what they mean to a reader', () => {
    expect(countGroups(grid)).toMatchObject({
      found: 3,
      doubted: 1,
      not_found: 1,
      edited: 1,
      waiting: 0,
    });
  });
});

it('writes a year without a mark of thousands', () => {
  expect([2023, 2_252, 1_250_000].map((value) => formatValue(value, { type: 'number' }))).toEqual([
    '2023',
    '2,252',
    '1,250,000',
  ]);
});

// GRP-6
it('replaces only the rows of told cells, so that no other row is drawn anew', () => {
  const next = replaceCells(grid, [{ attachmentId: 'id of a.pdf', columnId: 'c2', cell: cell(7) }]);
  expect(next.rows[1]?.cells[1]?.value).toBe(7);
  expect(next.rows[0]).toBe(grid.rows[0]);
  expect(next.rows[2]).toBe(grid.rows[2]);
});

// GRP-5
describe('the keys of the sheet', () => {
  const size = { rows: 10, columns: 3, pageRows: 4 };
  const at = (rowAt: number, columnAt: number): Cursor => ({
    row: rowAt,
    column: columnAt,
    anchor: null,
  });
  const press = (from: Cursor, key: string, held: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
    moveCursor(from, { key, shiftKey: false, ctrlKey: false, metaKey: false, ...held }, size);

  it('moves to the neighbor, the edge, and by screens, and never out of the grid', () => {
    expect(press(at(0, 0), 'ArrowDown')).toEqual(at(1, 0));
    expect(press(at(0, 0), 'ArrowUp')).toEqual(at(-1, 0));
    expect(press(at(-1, 0), 'ArrowUp')).toEqual(at(-1, 0));
    expect(press(at(9, 2), 'ArrowRight')).toEqual(at(9, 2));
    expect(press(at(5, 1), 'ArrowDown', { ctrlKey: true })).toEqual(at(9, 1));
    expect(press(at(5, 1), 'Home')).toEqual(at(5, -1));
    expect(press(at(5, 1), 'Home', { ctrlKey: true })).toEqual(at(0, -1));
    expect(press(at(5, 1), 'PageDown')).toEqual(at(9, 1));
    expect(press(at(5, 1), 'x')).toBeNull();
  });

  it('extends what is selected with Shift from where it began', () => {
    const once = press(at(2, 1), 'ArrowDown', { shiftKey: true });
    const twice = once && press(once, 'ArrowLeft', { shiftKey: true });
    expect(twice && rectOf(twice)).toEqual({ top: 2, bottom: 3, left: 0, right: 1, isRange: true });
  });
});

// GRP-5
it('copies cells as a spreadsheet pastes them, and makes no formula of a text', () => {
  expect(writeTsv(grid.rows, grid.columns, { head: true })).toBe(
    "File\tParty\tCap\nb.pdf\tAcme\t20\na.pdf\t'=Zenith\t\nc.pdf\tBolt\t3",
  );
  expect(writeTsv(grid.rows.slice(0, 1), grid.columns, { from: 1, to: 1 })).toBe('20');
});

// GRP-5
it('reads what a person types by the type of the column', () => {
  expect(readValue(' 1,250.5 ', { type: 'number' })).toEqual({ value: 1250.5 });
  expect(readValue('about ten', { type: 'number' })).toHaveProperty('problem');
  expect(readValue('Nov 30, 2026', { type: 'date' })).toEqual({ value: '2026-11-30' });
  expect(readValue('yes', { type: 'boolean' })).toEqual({ value: true });
  expect(readValue('perhaps', { type: 'boolean' })).toHaveProperty('problem');
  expect(readValue('  ', { type: 'number' })).toEqual({ value: null });
});

// GRP-2
describe('questions from pasted lines', () => {
  it('reads names, questions and types', () => {
    const lines = [
      '1. Notice period: How long is the notice period?',
      '- What is the liability cap?',
      'Start\tOn which day does it begin?\tdate',
      '',
      'Is it exclusive?',
    ];
    expect(readQuestions(lines.join('\n'))).toEqual([
      { name: 'Notice period', question: 'How long is the notice period?', type: 'text' },
      { name: 'Liability cap', question: 'What is the liability cap?', type: 'text' },
      { name: 'Start', question: 'On which day does it begin?', type: 'date' },
      { name: 'Is it exclusive', question: 'Is it exclusive?', type: 'boolean' },
    ]);
  });

  it.each([
    ['Was kostet das Lager in Memmingen?', 'Was kostet das Lager in Memmingen', 'text'],
    ['Wie hoch ist der Umsatz mit Ersatzteilen?', 'Umsatz mit Ersatzteilen', 'text'],
    ['Wann läuft der Vertrag aus?', 'Wann läuft der Vertrag aus', 'date'],
    ['Ist der Vertrag exklusiv?', 'Ist der Vertrag exklusiv', 'boolean'],
    ['Was the contract signed?', 'Was the contract signed', 'boolean'],
    ['Quel est le délai de préavis ?', 'Délai de préavis', 'text'],
    ['Combien de sites sont livrés ?', 'Combien de sites sont livrés', 'number'],
    ['¿Cuál es el plazo de preaviso?', 'Plazo de preaviso', 'text'],
    ['契約の開始日はいつですか？', '契約の開始日', 'date'],
  ])('names and types a question in its own language: %s', (question, name, type) => {
    expect(readQuestions(question)).toEqual([{ name, question, type }]);
  });

  it('says what a question lacks, and which name is taken', () => {
    const drafts = [
      newQuestion({ name: 'party', question: '', type: 'text' }),
      newQuestion({ name: 'Cap', question: 'x', type: 'text' }),
    ];
    expect([...findQuestionProblems(drafts, ['Party']).values()]).toEqual([
      { name: 'Another question has this name.', question: 'Write the question.' },
    ]);
  });
});

// GRP-8
it('writes rows as a table of a document whose footnotes cite the answers', () => {
  expect(citeCell('g1', 'b.pdf', { name: 'Cap', type: 'number' }, cell(20))).toBe(
    'Grid g1: “b.pdf: Cap: 20”',
  );
  const block = writeGridBlock(grid, grid.rows.slice(0, 2));
  expect(block).toContain('| b.pdf[^g1-1] | Acme | 20 |');
  expect(block).toContain('[^g1-1]: Grid g1: “b.pdf: Party: Acme”, “b.pdf: Cap: 20”');
  expect(block).toContain('[^g1-2]: Grid g1: “a.pdf: Party: =Zenith”');
  expect(writeGridBlock(grid, grid.rows.slice(2))).toMatch(
    /\[\^g1-1\]: Grid g1: “c\.pdf: Cap: 3”$/,
  );
});
