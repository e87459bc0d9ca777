import type { Language } from '@ecp/language/language';
import type { Consultation, SourceDocument, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';

/** Correct claims whose figure or order follows from cited ones. */
export const derivedKinds = [
  ...['growth', 'point_change', 'difference', 'share', 'fraction', 'ratio', 'sum', 'average', 'per_unit'],
  ...['compound_growth', 'scale_conversion', 'period_conversion', 'hedged_rounding', 'margin', 'payback', 'index'],
  ...['weighted_average', 'ranking', 'count', 'source_difference', 'exchange', 'remainder', 'query_derived'],
] as const;

/** Correct claims that say what a source says, or that need no source. */
export const directKinds = [
  ...['verbatim', 'paraphrase', 'qualitative', 'date', 'negation', 'possibility', 'table_cell', 'table_row'],
  ...['multi_footnote', 'query_figure', 'upstream_verified', 'repeated', 'recommendation', 'estimate', 'intro'],
  'about_document',
] as const;

/** Fabrications. */
export const faultKinds = [
  ...['percent_for_points', 'flipped_direction', 'other_currency', 'dropped_negation', 'widened_scope'],
  ...['reversed_paraphrase', 'uncited_figure', 'uncited_statement', 'colleague_invention', 'upstream_unverified'],
  ...['wrong_period', 'wrong_row', 'wrong_column', 'wrong_scale', 'wrong_growth', 'wrong_share', 'swapped_ratio'],
  ...['short_sum', 'possibility_as_fact', 'made_up_source', 'made_up_words', 'other_number', 'moved_quote'],
  ...['wrong_per_unit', 'loose_rounding', 'missing_query', 'wrong_query_figure', 'turned_comparison'],
  ...['invented_cause', 'wrong_superlative'],
] as const;

export type ClaimKind = (typeof derivedKinds)[number] | (typeof directKinds)[number];
export type FaultKind = (typeof faultKinds)[number];

/** `open`: the author of the rules may read its misses. `closed`: only rates are shown. */
export const pools = ['open', 'closed'] as const;
export type Pool = (typeof pools)[number];

/** The derivation of a figure: an operation, its inputs and the result as the sentence writes it. */
export interface Arithmetic {
  operation: string;
  inputs: number[];
  decimals: number;
  shown: string;
}

/** One statement of the document, and what is true of it. */
export interface SeededStatement {
  /** Label of its first footnote; null: uncited. */
  label: string | null;
  /** Labels of all its footnotes. */
  labels: string[];
  /** The text without its footnote marks. The cells of a table row are joined by ` | `. */
  sentence: string;
  kind: string;
  isCorrect: boolean;
  /** The answer of a perfect judge who reads the sentence beside the cited words. */
  supportedByMeaning: boolean;
  arithmetic: Arithmetic[];
}

export interface QueryColumn {
  name: string;
  type: 'text' | 'number' | 'date' | 'boolean';
  unit: string | null;
}

/** A recorded query with its result. */
export interface CaseQuery {
  id: string;
  title: string | null;
  sql: string;
  columns: QueryColumn[];
  rows: unknown[][];
}

/** The material that the writer of the document had. */
export interface CaseMaterial {
  brief: string;
  language: Language;
  assignment: string[];
  sources: SourceDocument[];
  upstream: (Omit<UpstreamDeliverable, 'citations'> & {
    citations: { footnote: string; state: 'verified' | 'missing_source' }[];
  })[];
  consultations: Consultation[];
  reviewNotes: string[];
  queries: CaseQuery[];
}

export interface ClaimCase {
  language: Language;
  markdown: string;
  material: CaseMaterial;
  statements: SeededStatement[];
}
