import { listCitedQueries } from '@ecp/evidence/cited-queries';
import { readLines } from '@ecp/markdown/parse-markdown';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import type { FailedSentence, PromptInputs } from '@ecp/model-calls/prompt-types';
import { Type } from 'typebox';
import { lengthLine } from './draft.ts';
import { cutRows, describeResult, findCitedRows } from './found-material.ts';
import type { PromptContext, PromptDefinition } from './prompt-sections.ts';
import {
  fenceText,
  joinParts,
  oneLine,
  shareBytes,
  shortTextSection,
  taskSection,
  truncationNotice,
} from './prompt-sections.ts';

/**
 * Limits the failed sentences, one query result, all query results and the list of sources, in
 * UTF-8 bytes.
 */
const failuresBytes = 36_000;
const queryBytes = { each: 3_000, all: 18_000 };
const sourcesBytes = 6_000;
const maxPassage = 1_200;
/**
 * Limits the opening, one footnote that a footnote of the sentence names, and all of them, in
 * characters.
 */
const maxOpening = 4_000;
const namedNotes = { each: 240, all: 1_200 };
/** Headings down to this level begin a section. */
const deepestSection = 3;

const answer = Type.Object(
  {
    failure: Type.Integer({ minimum: 1 }),
    verdict: Type.String({ enum: ['mended', 'withdrawn', 'right'] }),
    sentence: Type.String({
      description:
        'The whole new sentence or row with its footnote marks (a row with the new head of its table before it, if that changes); empty for right',
    }),
    footnotes: Type.Array(Type.String(), {
      maxItems: 12,
      description: 'Definitions of new or changed footnotes',
    }),
    reason: Type.String({
      minLength: 1,
      description: 'One sentence: what was wrong, or where the source says it',
    }),
  },
  { additionalProperties: false },
);
const repairSchema = Type.Object(
  { answers: Type.Array(answer, { maxItems: 100 }) },
  { additionalProperties: false },
);

export const repairPrompt: PromptDefinition<'repair'> = {
  purpose: 'repair',
  maxOutputTokens: 12_000,
  // The failed sentences come with their sources; tools look up the rest.
  withoutSources: true,

  // The same for all documents, because providers put the schema before the prompt, where a prompt
  // cache begins.
  outputSchema: () => repairSchema,

  render: (input, context) => ({
    material: taskSection(input.task, context.fence),
    assignment: joinParts([
      `You are ${input.agent.name} (${input.agent.role}). You wrote the document of this task.`,
      showOpening(input, context),
      lengthLine('document', input.document, input),
      listSources(input, context),
      listFacts(input, context),
      listCited(input, context),
      `Sentences of your document that did not pass:\n${listFailures(input, context)}`,
      input.more.length === 0
        ? null
        : `Further sentences that are not shown: ${input.more.map(({ state, count }) => `${count} ${state}`).join(', ')}.`,
      repairRules,
    ]),
  }),
};

const repairRules = `Exact means have refuted these sentences, or a judge who read their sources denies that they carry them, or a colleague who read your draft asks for other words (issue). Give one answer for each, by its number:
- mended: the sentence in new words, true to its sources in value, unit, sign, period and certainty; or the same sentence with a footnote that does carry it: another passage, a calculation that comes out, or a declaration as proposal or assumption where the figure is your own. Every figure stays a figure: “2025” does not become “last year”, nor “up to 10 %” “more”.
- withdrawn: what it says is wrong, or no source has it. Return the sentence without that, or an empty one so that it goes, and say what was wrong.
- right: it is right as it stands. Say in one sentence which words of which source carry it. Where another passage carries it, give the footnote of that passage in footnotes, under the label of the one that it replaces: exact means check it, and no reason acquits a figure that stands in no cited passage. A judge reads your reason where a judge denied the sentence. For an issue, say why it is none.
Look up what you do not see with the tools. Nothing but these sentences changes, and nobody reads the whole again after you: give a figure or a condition that the opening has too as the opening gives it, unless a failed sentence of the opening itself changes it. Where one issue concerns several sentences, mend all of them so that they agree: they change together or not at all. A mend is no longer than its sentence unless it must be; all mends together stay within the length of the document. A row stays a row with the same number of cells; where the head of its table lacks the unit, return the new head row, a line feed and the row. Keep the marks of footnotes that stay; give a new or changed footnote a label of your own, such as [^a], and its definition in footnotes. Never invent a source.`;

function listFailures(
  { failures }: PromptInputs['repair'],
  { fence, room }: PromptContext,
): string {
  const texts = failures.map((failed, at) =>
    describeFailure(withoutRows(failed, failures, at), alsoConcerned(failures, at)),
  );
  const shares = shareBytes(texts, Math.min(failuresBytes, room.document));
  return shares
    .map((share, at) =>
      fenceText(fence, `failed sentence ${at + 1}`, share.text + truncationNotice(share)),
    )
    .join('\n');
}

/**
 * Shows a table once for rows that follow each other: with the first of them what stands above,
 * with the last what follows.
 */
function withoutRows(
  failed: FailedSentence,
  failures: readonly FailedSentence[],
  at: number,
): FailedSentence {
  const isRow = (one: FailedSentence | undefined) => /^\s*\|/.test(one?.sentence ?? '');
  const [last, next] = [failures[at - 1], failures[at + 1]].map((one) =>
    isRow(one) ? one?.sentence.trim() : undefined,
  );
  if (!isRow(failed)) return failed;
  const { before, after } = failed;
  return {
    ...failed,
    before:
      last !== undefined && before.endsWith(last) ? `the row of failed sentence ${at}` : before,
    after: next !== undefined && after.startsWith(next) ? '' : after,
  };
}

/** Returns the numbers of the other failed sentences that an issue of this one concerns. */
function alsoConcerned(failures: readonly FailedSentence[], at: number): number[] {
  const issuesOf = ({ faults }: FailedSentence) =>
    faults.flatMap(({ state, reason }) => (state === 'issue' ? reason : []));
  const own = new Set(failures[at] ? issuesOf(failures[at]) : []);
  return failures.flatMap((other, index) =>
    index !== at && issuesOf(other).some((one) => own.has(one)) ? index + 1 : [],
  );
}

function describeFailure(
  { section, sentence, before, after, footnotes, named, faults }: FailedSentence,
  others: readonly number[],
): string {
  const told = [...Map.groupBy(faults, ({ state, reason }) => `${state}: ${reason}`)].map(
    ([, same]) => {
      const [{ state, reason, passage }] = same as [FailedSentence['faults'][number]];
      const labels = same.flatMap(({ footnote }) => (footnote === null ? [] : `[^${footnote}]`));
      const also =
        state === 'issue' && others.length > 0
          ? ` (also of failed sentence ${others.join(', ')})`
          : '';
      const where = labels.length === 0 ? also : `, footnote ${labels.join(', ')}`;
      const nearest = passage === null ? '' : `\n  Nearest words of the source: “${cut(passage)}”`;
      return `- ${state}${where}: ${reason}${nearest}`;
    },
  );
  return [
    ...(section === '' ? [] : [`Section: ${section}`]),
    ...(before === '' ? [] : [`Before it: … ${before}`]),
    `The sentence: ${sentence}`,
    ...(after === '' ? [] : [`After it: ${after} …`]),
    // Footnotes may be cut, so the issues come before them.
    'What is wrong:',
    ...told,
    ...(footnotes.length === 0 ? [] : ['Its footnotes:', ...footnotes]),
    ...listNamed(named),
  ].join('\n');
}

function listNamed(named: readonly string[]): string[] {
  if (named.length === 0) return [];
  let left = namedNotes.all;
  const lines = named.map((raw) =>
    raw.length <= namedNotes.each ? raw : `${raw.slice(0, namedNotes.each).toWellFormed()} …`,
  );
  const shown = lines.filter((line) => {
    left -= line.length;
    return left >= 0;
  });
  const more = lines.length - shown.length;
  return ['Footnotes that these name:', ...shown, ...(more > 0 ? [`(${more} more)`] : [])];
}

/** Shows how a document begins: up to the second heading below which words stand. */
function showOpening(
  { document }: PromptInputs['repair'],
  { fence }: PromptContext,
): string | null {
  const body = document.slice(frontMatterOf(document).length);
  // The prompt shows a beginning that ends before this part does.
  const lines = readLines(body.slice(0, 2 * maxOpening));
  let hasWords = false;
  let isUnderline = false;
  const end = lines.findIndex(({ level, raw }) => {
    if (level > 0 && level <= deepestSection && hasWords) return true;
    hasWords ||= level === 0 && !isUnderline && raw.trim() !== '';
    isUnderline = level > 0 && !raw.trimStart().startsWith('#');
    return false;
  });
  const opening = lines
    .slice(0, end === -1 ? undefined : end)
    .map(({ raw }) => raw)
    .join('')
    .trim();
  if (opening === '') return null;
  const shown =
    opening.length <= maxOpening ? opening : `${opening.slice(0, maxOpening).toWellFormed()} …`;
  return `Your document begins so:\n${fenceText(fence, 'opening', shown)}`;
}

function listSources(
  { sources, upstream }: PromptInputs['repair'],
  { fence }: PromptContext,
): string | null {
  const names = sources.map(
    ({ title, location }) =>
      `- ${oneLine(title)}${location === null ? '' : `, ${oneLine(location)}`}`,
  );
  const lines = [...new Set([...names, ...upstream.map(({ filename }) => `- ${filename}`)])];
  if (lines.length === 0) return null;
  return `The sources, by the titles to cite; search_context finds their words:\n${shortTextSection('titles of sources', takeBytes(lines), fence)}`;
}

/** Lists the facts of the notebook in the form of footnotes. Null without any. */
function listFacts(
  { notebook = [] }: PromptInputs['repair'],
  { fence }: PromptContext,
): string | null {
  const lines = notebook.flatMap(({ number, facts }) =>
    facts.map(({ label, value, unit, period }) => {
      const name = period === null ? label : `${label}, ${period}`;
      const measure = unit === null ? '' : ` ${unit}`;
      return `Notebook ${number}: “${oneLine(name)}: ${value}${measure}”`;
    }),
  );
  if (lines.length === 0) return null;
  return `The facts of the notebook, each as a footnote cites it:\n${shortTextSection('facts', takeBytes(lines), fence)}`;
}

function takeBytes(lines: readonly string[]): string {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > sourcesBytes;
  });
  return end === -1
    ? lines.join('\n')
    : [...lines.slice(0, end), `(${lines.length - end} more)`].join('\n');
}

function listCited(
  { queries = [], failures }: PromptInputs['repair'],
  { fence }: PromptContext,
): string | null {
  const notes = failures
    .flatMap(({ footnotes, named, sentence }) => [...footnotes, ...named, sentence])
    .join('\n');
  const ids = listCitedQueries(notes, queries);
  const cited = queries.filter(({ id }) => ids.has(id));
  if (cited.length === 0) return null;
  const each = Math.min(queryBytes.each, queryBytes.all / cited.length);
  const blocks = cited.map((query) => {
    const shown = { cited: findCitedRows(query, [notes]) };
    return fenceText(
      fence,
      `result of Query ${query.id}`,
      cutRows(describeResult(query, 'short'), each, shown),
    );
  });
  return `Results of the queries that they cite:\n${blocks.join('\n')}`;
}

const cut = (text: string): string =>
  text.length <= maxPassage ? text : `${text.slice(0, maxPassage).toWellFormed()} …`;
