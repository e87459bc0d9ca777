import { checkEvidence } from '@ecp/evidence/check-evidence';
import { parseDocument } from '@ecp/evidence/document';
import { listTables } from '@ecp/evidence/table-claims';
import { readTables } from '@ecp/evidence/tables';
import { readDates } from '@ecp/language/dates';
import { readQuantities } from '@ecp/language/quantities';
import { applyEdits } from '@ecp/markdown/apply-edits';
import { isAbout } from '@ecp/markdown/find-quote';
import { followPassages } from '@ecp/markdown/follow-passages';
import { mergeSections } from '@ecp/markdown/merge-sections';
import { readLines } from '@ecp/markdown/parse-markdown';
import { escapeMarkdown, renderText } from '@ecp/markdown/rendered-text';
import {
  cutSections,
  keepSections,
  readReferences,
  titleOf,
} from '@ecp/markdown/sectioned-document';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { outlineReader } from '../../../apps/server/src/reach/decks/outline-reader.ts';
import { citedQueriesReader } from '../../../apps/server/src/reach/exports/cited-queries.ts';
import { documentChartsReader } from '../../../apps/server/src/work/documents/charts/read-document-charts.ts';
import { clientTextReader } from '../../../apps/server/src/work/documents/reading/client-text.ts';
import { diffReader } from '../../../apps/server/src/work/documents/version-diff.ts';
import { wordAuthorsReader } from '../../../apps/server/src/work/documents/word-authors.ts';
import { readRequest } from '../../../apps/server/src/work/intake/request.ts';
import { pieces } from './pieces.ts';

/** A reader of texts, the pieces that its texts repeat, and how many characters the longest has. */
export interface TextReader {
  name: string;
  pieces: readonly string[];
  length: number;
  read: (text: string) => unknown;
}

const today = '2026-11-22';
const words = 'A shop sold 12 % more in May 2026';
const marketFile = { kind: 'attachment', title: 'market.md', location: null } as const;

const markdownPieces = [...pieces.markdown, ...pieces.blanks];
const clientPieces = [...markdownPieces, ...pieces.traces];
const pairPieces = [
  'a ',
  '# a\n',
  '[^1]: a\n',
  '[^a] ',
  '## a\n\nb\n\n',
  '- a\n',
  '「',
  '“a” ',
  '#',
];
const mailPieces = [
  ...pieces.mails,
  ...pieces.blanks,
  '>',
  'From: ',
  '1. A',
  '[x]',
  '# ',
  '@a.',
  'und ',
];

/** Every reader that an event loop or the sandbox gives a text of a person or a model. */
export const textReaders: readonly TextReader[] = [
  { name: 'text for clients', pieces: clientPieces, length: 40_000, read: readForClient },
  {
    name: 'footnote of a text for clients',
    pieces: clientPieces,
    length: 40_000,
    read: (text) => readForClient(`a.[^1]\n\n[^1]: ${text}`),
  },
  { name: 'cited queries', pieces: clientPieces, length: 160_000, read: readCitedQueries },
  {
    name: 'charts',
    pieces: clientPieces,
    length: 160_000,
    read: (text) => documentChartsReader.read({ markdowns: [text] }),
  },
  {
    name: 'slides',
    pieces: clientPieces,
    length: 10_000,
    read: (text) => outlineReader.read({ markdowns: [text] }),
  },
  { name: 'difference of versions', pieces: clientPieces, length: 160_000, read: compareVersions },
  { name: 'authors of words', pieces: clientPieces, length: 40_000, read: attributeWords },
  // An eighth has nearly as many marks as one paragraph may have: up to there, the parser takes the
  // square of them.
  { name: 'words of a document', pieces: markdownPieces, length: 16_000, read: renderText },
  { name: 'lines', pieces: markdownPieces, length: 160_000, read: readLines },
  { name: 'references', pieces: markdownPieces, length: 320_000, read: readReferences },
  {
    name: 'title of a section',
    pieces: markdownPieces,
    length: 320_000,
    read: (text) => titleOf(`# ${text}x`),
  },
  { name: 'escaped words', pieces: markdownPieces, length: 80_000, read: escapeMarkdown },
  {
    name: 'subject of a note',
    pieces: pairPieces,
    length: 160_000,
    read: (text) => isAbout(text, `## a\n\n${text}`),
  },
  {
    name: 'merged sections',
    pieces: pairPieces,
    length: 8_000,
    read: (text) => mergeSections(`a\n\n${text}`, `b\n\n${text}`, `a\n\n${text}c`),
  },
  {
    name: 'kept sections',
    pieces: pairPieces,
    length: 8_000,
    read: (text) => keepSections(cutSections(`x\n\n${text}`), cutSections(text), [0, 1]),
  },
  {
    name: 'edits',
    pieces: pairPieces,
    length: 8_000,
    read: (markdown) =>
      applyEdits(cutSections(markdown), [{ action: 'insert', section: 1, markdown }]),
  },
  {
    name: 'passages',
    pieces: pairPieces,
    length: 16_000,
    read: (text) => followPassages(text, `b ${text}`, [{ start: 0, end: text.length }]),
  },
  { name: 'request', pieces: mailPieces, length: 60_000, read: (text) => readRequest(text, today) },
  {
    name: 'request in parts',
    pieces: mailPieces,
    length: 20_000,
    read: (text) => readRequest(`Subject: ${text}\n\n- ${text}x\n- b?\n\n# ${text}x`, today),
  },
  {
    name: 'quantities',
    pieces: pieces.quantities,
    length: 8_000,
    read: (text) => readQuantities(text),
  },
  { name: 'dates', pieces: pieces.dates, length: 8_000, read: (text) => readDates(text, 'en') },
  {
    name: 'tables of a source',
    pieces: pieces.tables,
    length: 8_000,
    read: (text) => readTables(text, { language: 'en', decimalSign: '.' }),
  },
  {
    name: 'row of a table',
    pieces: ['1; 3; ', '1; 3 | ', 'EUR 1 | '],
    length: 12_000,
    read: listRow,
  },
  { name: 'footnotes of a row', pieces: ['x'], length: 800, read: checkRowOfFootnotes },
  {
    name: 'evidence of a text',
    pieces: pieces.statements,
    length: 4_000,
    read: (body) => checkStatement(`# T\n\n${body}\n\n[^1]: report.md: “${words}”\n`, words),
  },
  {
    name: 'evidence of a claim',
    pieces: pieces.statements,
    length: 4_000,
    read: (body) =>
      checkStatement(`# T\n\nA shop ${body}.[^1]\n\n[^1]: report.md: “${words}”\n`, words),
  },
  {
    name: 'evidence of a footnote',
    pieces: pieces.statements,
    length: 8_000,
    read: (body) =>
      checkStatement(
        `# T\n\n${words}.[^1]\n\n[^1]: report.md: ${body.replaceAll('\n', ' ')}\n`,
        words,
      ),
  },
  {
    name: 'evidence of a source',
    pieces: pieces.statements,
    length: 8_000,
    read: (body) =>
      checkStatement(`# T\n\n${words}.[^1]\n\n[^1]: report.md\n`, `${body}\n${words}.`),
  },
];

function readForClient(markdown: string): unknown {
  return clientTextReader.read({
    markdown,
    page: { filenames: ['other.md'] },
    agents: ['market-analyst'],
    citations: [{ footnote: '1', claim: 'The market grew', source: marketFile }],
    titles: [['market.md', 'Market']],
    queries: [['abcdefghijklmnopqrstuvwx', 'Sales']],
  });
}

function readCitedQueries(content: string): unknown {
  return citedQueriesReader.read({
    documents: [{ filename: 'market.md', content, citations: [{ source: marketFile }] }],
  });
}

function compareVersions(content: string): unknown {
  return diffReader.read({
    filename: 'market.md',
    older: { version: 1, content },
    newer: { version: 2, content: `b\n${content}c` },
  });
}

function attributeWords(content: string): unknown {
  return wordAuthorsReader.read({
    versions: [
      { content, by: 'agent' },
      { content: `b\n${content}c`, by: 'person' },
    ],
  });
}

async function listRow(body: string): Promise<unknown> {
  const markdown = `# T\n\n| A | B |\n|---|---|\n| a | ${body} |\n`;
  const { blocks } = await parseDocument(markdown, createTimeSlice(undefined));
  return listTables(blocks, { language: 'en', decimalSign: '.' });
}

function checkRowOfFootnotes(body: string): Promise<unknown> {
  const labels = Array.from({ length: body.length }, (_, index) => `n${index}`);
  const row = labels.map((label) => `1.5[^${label}]`).join(' | ');
  const head = labels.map(() => 'B').join(' | ');
  const rule = labels.map(() => '-').join('|');
  const notes = labels.map((label) => `[^${label}]: report.md: “Sales: 1.5 of North”`).join('\n');
  return checkStatement(
    `# T\n\n| A | ${head} |\n|-|${rule}|\n| a | ${row} |\n\n${notes}\n`,
    'Sales: 1.5 of North.',
  );
}

function checkStatement(markdown: string, source: string): Promise<unknown> {
  const material = {
    brief: '',
    language: 'en',
    assignment: [],
    upstream: [],
    consultations: [],
    reviewNotes: [],
    queries: [],
    tables: [],
    sources: [{ title: 'report.md', location: null, text: source }],
  } as const;
  return checkEvidence(markdown, material, {
    judge: async (questions) => questions.map(() => null),
    slice: createTimeSlice(undefined),
  });
}
