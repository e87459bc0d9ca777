import type {
  BookCalculation,
  BookDocument,
  BookFootnote,
  BookSource,
  EngagementBook,
} from '../engagement/engagement-book.ts';
import { compute, readExpression } from '../engagement/expressions.ts';

export const fromFile = { file: 'file.xlsx', sheet: null, leftOut: 0, remarks: [] };
export const nowhere = { place: null, query: null, tables: [], document: null } as const;
export const words = (text: string, quote: string): BookSource => ({
  ...nowhere,
  tables: [],
  text,
  quote,
});
export const footnote = (label: string, fields: Partial<BookFootnote>): BookFootnote => ({
  label,
  text: '',
  names: [],
  calculations: [],
  sources: [],
  isDeclared: false,
  ...fields,
});
export const calculate = (
  expression: string,
  inputs: number[],
  written: number,
  rounding = 0.5,
): BookCalculation => ({
  expression,
  inputs: inputs.map((value, at) => ({
    label: 'abcdef'.charAt(at),
    value,
    unit: null,
    rounding: 0.5,
    isAssumed: false,
    isConstant: value === 100,
  })),
  value: compute(
    readExpression(expression) ?? { kind: 'number', value: 0 },
    (name) => inputs['abcdef'.indexOf(name)] ?? 0,
  ),
  unit: null,
  text: String(written),
  written,
  rounding,
});

export function bookOf(
  document: Partial<BookDocument>,
  fields: Partial<EngagementBook> = {},
): EngagementBook {
  return {
    title: 'Review',
    language: 'en',
    client: 'Client',
    company: 'Firm',
    color: null,
    date: '2026-11-28',
    audience: 'team',
    documents: [{ title: 'Paper', figures: [], footnotes: [], statements: [], ...document }],
    queries: [],
    tables: [],
    omissions: [],
    ...fields,
  };
}
