import type { Branding } from '../reports/report-types.ts';

/** Kinds of slides. Each has one message as its title. */
export const slideKinds = [
  'title',
  'summary',
  'exhibit',
  'comparison',
  'timeline',
  'risks',
  'next_steps',
  'sources',
] as const;
export type SlideKind = (typeof slideKinds)[number];

/** Kinds of native charts. A waterfall is drawn as columns that stand on an invisible one. */
export const slideChartTypes = [
  'column',
  'bar',
  'line',
  'waterfall',
  'stacked',
  'scatter',
] as const;
type SlideChartType = (typeof slideChartTypes)[number];

/** A chart with its data, which the deck holds in a workbook of its own. */
export interface SlideChart {
  type: SlideChartType;
  /** Names of the categories; of a scatter chart, the name of each point, or none. */
  categories: string[];
  /** A scatter chart has two series: the values across and up. A waterfall has one. */
  series: { name: string; values: (number | null)[] }[];
  /** Unit of the values, shown at the axis; null without one. */
  unit: string | null;
  /** Waterfall: the categories that are totals, which stand on the axis. */
  totals?: number[];
}

/**
 * A table as the kind of its slide reads it: a comparison has its criteria in the first column, a
 * timeline `when` and `what`, risks `risk`, `likelihood`, `impact` and `response`, next steps
 * `what`, `who` and `when`.
 */
export interface SlideTable {
  columns: { name: string; numeric: boolean }[];
  rows: string[][];
  /** How many rows and columns the table of the document has; missing where the slide has all. */
  whole?: { rows: number; columns: number };
  /**
   * What the document says of all values above the table, such as their unit; missing without it.
   */
  remark?: string;
}

/** A slide. Its texts are plain, without markup. */
export interface Slide {
  id: string;
  kind: SlideKind;
  /** The message; of the title slide, the name of the work. */
  title: string;
  /** Together at most 40 words. */
  points: string[];
  chart: SlideChart | null;
  table: SlideTable | null;
  /** Titles of the sources at the foot. A client's deck has no ids in them. */
  sources: string[];
  /** Speaker notes with derivations and citations. A client's deck has none. */
  notes: string[];
}

export interface Deck {
  title: string;
  client: string;
  /** ISO date. */
  date: string;
  /** BCP 47 tag of the texts. */
  language: string;
  branding: Branding;
  slides: Slide[];
}
