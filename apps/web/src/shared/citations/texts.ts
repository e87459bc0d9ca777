import type { SourceProblem } from '@ecp/contract/work/sources';
import { t, translated } from '../../base/language/translate.ts';

/** Why a source cannot be shown whole, as its reader is told. */
const problems: Record<SourceProblem, string> = translated({
  missing: 'This source was deleted or never stored. Only the words cited from it remain.',
  extracting: 'The text of this file is still being read. It appears here automatically.',
  unreadable: 'The text of this file cannot be read, so the cited words cannot be marked in it.',
  too_large:
    'This file is too large to be shown here. The text around the cited words is shown below.',
});

export const sourceTexts = translated({
  label: 'Source',
  title: (number: string) => t('Source {number}', { number }),
  position: (at: number, all: number) => t('{at} of {all}', { at, all }),
  next: 'Next citation',
  previous: 'Previous citation',
  close: 'Close the source',
  keys: { next: 'Next citation’s source', previous: 'Previous citation’s source' },
  unknown: {
    title: 'No such citation',
    advice:
      'This version has no checked citation of that number, or it is in a part that you cannot see.',
  },
  problems,
  archived: (day: string) => t('Archived on {day}', { day }),
  original: 'Open the original',
  passage: 'Cited passage',
  quoted: 'Cited words',
  /** The footnote is a calculation, which cites its inputs. */
  calculation: 'As the document writes it',
  notFound: 'This text does not contain the cited words as they are quoted.',
  wordsOnly: 'Only the words cited from this source can be shown.',
  pdf: {
    page: (page: number, pages: number) => t('Page {page} of {pages}', { page, pages }),
    previous: 'Previous page',
    next: 'Next page',
    larger: 'Zoom in',
    smaller: 'Zoom out',
    width: 'Zoom to width',
    failed: 'This PDF cannot be shown here: it is damaged, or protected by a password.',
    notOnPage: 'The cited words were not found in the text of this page.',
    marked: 'The cited words are marked.',
    toCited: (page: number) => t('Back to page {page}', { page }),
  },
  range: {
    caption: (title: string) => t('Cited rows of {title}', { title }),
    rows: (from: number, to: number, all: number) =>
      t('Rows {from, number} to {to, number} of {all, number}', { from, to, all }),
    notFound: 'No row contains the cited cells as they are quoted. These are the first rows.',
  },
  query: {
    caption: (title: string) => t('Result of {title}', { title }),
    sql: 'SQL of the query',
    truncated: (rows: number) => t('The first {rows, number} rows.', { rows }),
  },
  links: {
    download: 'Download',
    table: 'Open in Data',
    page: 'Open the archived page',
    document: 'Open the document',
    brief: 'Open the brief',
  },
});
