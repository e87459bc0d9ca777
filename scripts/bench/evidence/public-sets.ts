import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One statement of a public set, with what it cites and what is true of it. */
export interface BenchStatement {
  id: string;
  kind: string;
  /** `exact`: wrong by a mechanical change that exact means can see. `meaning`: wrong by its words. */
  truth: 'right' | 'exact' | 'meaning';
  sentence: string;
  /** The footnote marks behind the sentence. */
  marks: string;
  notes: Record<string, string>;
  sources: { title: string; text: string }[];
}

/** Reads the statements of TabFact. Each cites its whole table; the caption is the table's name. */
export function readTabFact(folder: string, every: number): BenchStatement[] {
  const text = readFileSync(join(folder, 'val_sample.json'), 'utf8');
  const tables = Object.entries(JSON.parse(text) as Record<string, [string[], number[], string]>);
  return tables
    .filter((_, at) => at % every === 0)
    .flatMap(([file, [statements, labels, caption]]) => {
      const rows = readFileSync(join(folder, 'csv', file), 'utf8')
        .trim()
        .split('\n');
      const cells = rows.map((row) =>
        row.split('#').map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
      );
      const title = `${caption.replaceAll(/[:“”]/g, ' ').trim() || 'table'}.csv`;
      return statements.map((statement, at): BenchStatement => {
        const isTrue = labels[at] === 1;
        return {
          id: `${file} ${at}`,
          ...{ kind: isTrue ? 'TabFact, true' : 'TabFact, false', truth: isTrue ? 'right' : 'meaning' },
          sentence: `${statement.slice(0, 1).toUpperCase()}${statement.slice(1)}.`,
          ...{
            marks: '[^1]',
            notes: { '1': title },
            sources: [{ title, text: cells.map((row) => row.join(',')).join('\n') }],
          },
        };
      });
    });
}
