import type { SourceProblem } from '@ecp/contract/work/sources';
import { formatCount } from '../format/format.ts';

/** Why a source cannot be shown whole, as its reader is told. */
const problems: Record<SourceProblem, string> = {
  missing: 'This source was deleted or never stored. Only the words cited from it remain.',
  extracting: 'The text of this file is still being read. It appears here automatically.',
  unreadable: 'The text of this file cannot be read, so the cited words cannot be marked in it.',
  too_large: 'This file is too large to be shown here. The text around the cited words is shown below.',
};

export const sourceTexts = {
  label: 'Source',
  title: (number: string) => `Source ${number}`,
  position: (at: number, all: number) => `${at} of ${all}`,
  next: 'Next citation',
  previous: 'Previous citation',
  close: 'Close the source',
  keys: { next: 'Next citation’s source', previous: 'Previous citation’s source' },
  show: 'Show source',
  unknown: {
    title: 'No such citation',
    advice: 'This version has no checked citation of that number, or it is in a part that you cannot see.',
  },
  problems,
  archived: (day: string) => `Archived on ${day}`,
  original: 'Open the original',
  passage: 'Cited passage',
  quoted: 'Cited words',
  /** The footnote is a calculation, which cites its inputs. */
  calculation: 'As the document writes it',
  notFound: 'This text does not contain the cited words as they are quoted.',
  wordsOnly: 'Only the words cited from this source can be shown.',
  pdf: {
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    previous: 'Previous page',
    next: 'Next page',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    width: 'Zoom to width',
    failed: 'This PDF cannot be shown here: it is damaged, or protected by a password.',
    notOnPage: 'The cited words were not found in the text of this page.',
    marked: 'The cited words are marked.',
    toCited: (page: number) => `Back to page ${page}`,
  },
  range: {
    caption: (title: string) => `Cited rows of ${title}`,
    rows: (from: number, to: number, all: number) =>
      `Rows ${formatCount(from)} to ${formatCount(to)} of ${formatCount(all)}`,
    notFound: 'No row contains the cited cells as they are quoted. These are the first rows.',
  },
  query: {
    caption: (title: string) => `Result of ${title}`,
    sql: 'SQL of the query',
    truncated: (rows: number) => `The first ${formatCount(rows)} rows.`,
  },
  links: {
    download: 'Download',
    table: 'Open in Data',
    page: 'Open the archived page',
    document: 'Open the document',
    brief: 'Open the brief',
  },
} as const;
