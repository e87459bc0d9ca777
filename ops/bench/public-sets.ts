import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readNumberCell } from '@ecp/language/cells';

/** One statement of a public set, with what it cites and what is true of it. */
export interface BenchStatement {
  id: string;
  kind: string;
  /**
   * `exact`: wrong by a mechanical change that exact means can see. `meaning`: wrong by its words.
   */
  truth: 'right' | 'exact' | 'meaning';
  sentence: string;
  /** The footnote marks behind the sentence. */
  marks: string;
  notes: Record<string, string>;
  sources: { title: string; text: string }[];
}

/**
 * Two thirds of a set are `seen`. The other third is `unseen`: nobody reads it while the check is
 * changed.
 */
export const splitNames = ['all', 'seen', 'unseen'] as const;
export type Split = (typeof splitNames)[number];

/**
 * True if a document of a set belongs to a split. A hash of its name decides, so that it never
 * changes sides.
 */
export function isOfSplit(name: string, split: Split): boolean {
  const isUnseen = (createHash('sha256').update(name).digest()[0] ?? 0) % 3 === 0;
  return split === 'all' || isUnseen === (split === 'unseen');
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
        row
          .split('#')
          .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)),
      );
      const title = `${caption.replaceAll(/[:“”]/g, ' ').trim() || 'table'}.csv`;
      return statements.map((statement, at): BenchStatement => {
        const isTrue = labels[at] === 1;
        return {
          id: `${file} ${at}`,
          kind: isTrue ? 'TabFact, true' : 'TabFact, false',
          truth: isTrue ? 'right' : 'meaning',
          sentence: `${statement.slice(0, 1).toUpperCase()}${statement.slice(1)}.`,
          marks: '[^1]',
          notes: { '1': title },
          sources: [{ title, text: cells.map((row) => row.join(',')).join('\n') }],
        };
      });
    });
}

/** Reads a cell of a financial table: `$1,234`, `(1,212)`, `12.5%`, `—`. Null for text. */
export function readCell(cell: string): number | null {
  const decimal = readNumberCell(cell.replaceAll(/[\s%]/g, ''))?.byPoint;
  return decimal ? Number(decimal) : null;
}

/** Writes a number with signs between thousands and a true minus. */
export function formatNumber(value: number, decimals: number): string {
  const text = new Intl.NumberFormat('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Math.abs(value));
  return value < 0 ? `−${text}` : text;
}

const functionWords = new Set(
  'the of in for what was is are were and from to a an as at on between how much by with'.split(
    ' ',
  ),
);

/** The words of a text that say something, cut to their beginnings. */
export function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}|\d{4}/g) ?? [];
  return new Set(words.filter((word) => !functionWords.has(word)).map((word) => word.slice(0, 7)));
}

/** Evaluates a derivation of TAT-QA. Null where it is no plain arithmetic. */
export function evaluateDerivation(derivation: string): number | null {
  const text = derivation
    .replaceAll(/[\s$€£%,]/g, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll(/[–−]/g, '-')
    .replaceAll('×', '*');
  const tokens = text.match(/\d+(?:\.\d+)?|\.\d+|[-+*/()]/g) ?? [];
  if (tokens.join('') !== text || tokens.length === 0) return null;
  let at = 0;
  const readFactor = (): number => {
    const token = tokens[at];
    at += 1;
    if (token === '-') return -readFactor();
    if (token === '+') return readFactor();
    if (token !== '(') return Number(token);
    const value = readSum();
    at += 1;
    return value;
  };
  const readProduct = (): number => {
    let value = readFactor();
    for (let sign = tokens[at]; sign === '*' || sign === '/'; sign = tokens[at]) {
      at += 1;
      value = sign === '*' ? value * readFactor() : value / readFactor();
    }
    return value;
  };
  function readSum(): number {
    let value = readProduct();
    for (let sign = tokens[at]; sign === '+' || sign === '-'; sign = tokens[at]) {
      at += 1;
      value = sign === '+' ? value + readProduct() : value - readProduct();
    }
    return value;
  }
  const value = readSum();
  return at >= tokens.length && Number.isFinite(value) ? value : null;
}
