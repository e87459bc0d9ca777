import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { readInput, type TextReader } from '../kernel/text-work.ts';
import { citedQueriesReader } from '../reach/exports/list-cited-queries.ts';
import { mergeReader } from '../reach/exports/word/merge-import.ts';
import { documentChartsReader } from '../work/charts/read-document-charts.ts';
import { followReader } from '../work/comments/follow-comments.ts';
import { placeReader } from '../work/comments/place-comment.ts';
import { clientTextReader } from '../work/deliverables/client-text.ts';
import { diffReader } from '../work/deliverables/comparing/diff-deliverable.ts';
import { checkReader } from '../work/deliverables/writing/check-text.ts';
import { keptReader } from '../work/deliverables/writing/locked-sections.ts';
import { sectionsReader } from '../work/deliverables/writing/section-authors.ts';
import { joinReader } from '../work/deliverables/writing/take-over.ts';
import { requestReader } from '../work/intake/reading/read-request.ts';
import { suggestionReader } from '../work/suggestions/accept-suggestion.ts';

// biome-ignore lint/suspicious/noExplicitAny: each reader has an input of its own, which the parent's types check
const readers = new Map<string, TextReader<any, unknown>>(
  [
    ...[requestReader, checkReader, sectionsReader, joinReader, followReader, placeReader],
    ...[keptReader, suggestionReader, mergeReader, clientTextReader, diffReader],
    ...[citedQueriesReader, documentChartsReader],
  ].map((reader) => [reader.name, reader]),
);

/** The child process that reads long texts of people and models. The job is the name of a reader. */
serveJobs<string>(async (name, input) => {
  const reader = readers.get(name);
  if (!reader) throw new Error(`There is no reader ${name}`);
  return { head: await reader.read(readInput(input)) };
});
