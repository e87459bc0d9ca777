import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { samlMetadataReader, samlResponseReader } from '../identity/sso/saml-readers.ts';
import { readInput, type TextReader } from '../kernel/text-work.ts';
import { outlineReader } from '../reach/decks/outline-reader.ts';
import { citedQueriesReader } from '../reach/exports/cited-queries.ts';
import { papersReader } from '../reach/exports/workbook/read-papers.ts';
import { followReader, placeReader } from '../work/conversations/comments/passages.ts';
import { documentChartsReader } from '../work/documents/charts/read-document-charts.ts';
import { clientTextReader } from '../work/documents/reading/client-text.ts';
import { diffReader } from '../work/documents/version-diff.ts';
import { wordAuthorsReader } from '../work/documents/word-authors.ts';
import { checkReader } from '../work/documents/writing/check-text.ts';
import { joinReader, mergeReader, suggestionReader } from '../work/documents/writing/joined-texts.ts';
import { keptReader, sectionsReader } from '../work/documents/writing/sections.ts';
import { requestReader } from '../work/intake/request.ts';

// biome-ignore lint/suspicious/noExplicitAny: each reader has an input of its own, which the parent's types check
const readers = new Map<string, TextReader<any, unknown>>(
  [
    ...[requestReader, checkReader, sectionsReader, joinReader, followReader, placeReader],
    ...[keptReader, suggestionReader, mergeReader, clientTextReader, diffReader],
    ...[citedQueriesReader, documentChartsReader, outlineReader, wordAuthorsReader, papersReader],
    ...[samlResponseReader, samlMetadataReader],
  ].map((reader) => [reader.name, reader]),
);

/** The child process that reads long texts of people and models. The job is the name of a reader. */
serveJobs<string>(async (name, input) => {
  const reader = readers.get(name);
  if (!reader) throw new Error(`There is no reader ${name}`);
  return { head: await reader.read(readInput(input)) };
});
