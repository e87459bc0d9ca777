import type { AnswerContent } from '@ecp/contract/work/answers';
import type { AnalysisInput, DocumentTask, WorkspaceEntry } from '@ecp/model-calls/prompt-types';
import { describeQuestion, gridsSection } from './found-material.ts';
import {
  agentIntroduction,
  conflictsSection,
  fenceText,
  joinParts,
  oneLine,
  type PromptDefinition,
  shareBytes,
  truncationNotice,
} from './prompt-sections.ts';

/** Limits the UTF-8 bytes of the notebook, and of the questions with their answers. */
const notebookBytes = 48_000;
const questionsBytes = 16_000;
/** Limits the rows of an entry's table that a session begins with. */
const shownRows = 20;

/** The lead's prompt. The turns of its call follow it, so that its bytes stay the same. */
export const analysePrompt: PromptDefinition<'analyse'> = {
  purpose: 'analyse',
  writesNoDocument: true,
  ownRules: true,
  maxOutputTokens: 16_000,
  outputSchema: () => null,

  render: (input, context) => {
    const { fence } = context;
    const { agent, documents, workspace, questions, conflicts, grids = [] } = input;
    return {
      material: joinParts([
        documentsSection(documents, fence),
        gridsSection(grids, context),
        notebookSection(workspace.entries, fence),
        answerSection(workspace.answer, fence),
        questionsSection(questions, fence),
        conflictsSection(conflicts, fence),
      ]),
      assignment: joinParts([agentIntroduction(agent), leadRules(input)]),
    };
  },
};

function leadRules({ maxTurns, research }: AnalysisInput): string {
  const only =
    research && research.domains.length > 0
      ? ` Only these domains can be read: ${research.domains.join(', ')}.`
      : '';
  const web = research
    ? `\n- Search the web for what the question needs and the files do not hold: at most ${research.maxPages} pages. Read a page before you use it. Put no names of persons and no figures of the client into a search.${only}`
    : '';
  return `You are the lead consultant. You do the analysis and decide the answer. Others write the documents later from what you leave in the notebook and in the answer: what is not there does not exist.
- Look at the data before any opinion: rows, gaps, duplicates, odd values, incomplete periods, units, what one row is. Say what one would expect, then test it.
- Try every claim in a second way: another cut, another period, without the largest cases. Compare what would happen anyway with what would happen with the measure.
- Where an amount decides, build one model: inputs with low, usual and high values and their sources, results in each case, break-even.
- Where people and data disagree, the data decide what happened and the people what it means. Report both with note_conflict.
- Note every passage that a document will quote, and record every figure that it will give.
- Ask people only what decides the recommendation and what nothing here answers.${web}
- Decide boldly where the figures carry it, and say what cannot be known. The first document of the list gives the decision; the others hold what it rests on, and nothing stands twice.
You have ${maxTurns} turns, each with up to eight calls; each result says what is left. Write no document. End with submit_answer.`;
}

function documentsSection(documents: readonly DocumentTask[], fence: string): string {
  const blocks = documents.map(({ id, name, description, filename, notes }) => {
    const noted = notes.map((note, index) => `Note ${index + 1}: ${oneLine(note, 4_000)}`);
    const lines = [`Id: ${id}`, `Task: ${name}`, `File: ${filename}`, description, ...noted];
    return fenceText(fence, 'document to write', lines.join('\n'));
  });
  return `Documents that will be written, the deciding one first:\n${blocks.join('\n')}`;
}

/** Renders the entries of the notebook, each at most as long as all can be. Null without any. */
export function notebookSection(entries: readonly WorkspaceEntry[], fence: string): string | null {
  if (entries.length === 0) return null;
  const shares = shareBytes(entries.map(describeEntry), notebookBytes);
  const blocks = shares.map((share, index) =>
    fenceText(
      fence,
      `notebook ${entries[index]?.number ?? ''}`,
      share.text + truncationNotice(share),
    ),
  );
  return `The notebook so far:\n${blocks.join('\n')}`;
}

/** Describes an entry with its facts and its first rows. */
export function describeEntry(entry: WorkspaceEntry): string {
  const { id, number, kind, title, finding, words, place, tables, facts } = entry;
  const factLines = facts.map(({ id: factId, label, value, unit, period }) => {
    const more = [unit, period].filter((part) => part !== null).join(', ');
    return `Fact ${factId}: ${oneLine(label)} = ${value}${more === '' ? '' : ` (${more})`}`;
  });
  const passage = words === '' ? [] : [`Passage p${number}: “${words}”`, `Place: ${place}`];
  return [
    `Entry ${number}, id ${id} (${kind}): ${oneLine(title)}`,
    ...(finding === '' ? [] : [finding]),
    ...passage,
    ...factLines,
    ...tables.flatMap(({ name, columns, rows, totalRows }) => [
      `Table ${name}, ${totalRows} rows: ${columns.map((column) => oneLine(column.name)).join(' | ')}`,
      ...rows.slice(0, shownRows).map((row) => row.map(String).join(' | ')),
    ]),
  ].join('\n');
}

/** Renders the answer as it stands. Null before the first analysis. */
export function answerSection(answer: AnswerContent | null, fence: string): string | null {
  if (answer === null) return null;
  return `The answer as it stands:\n${fenceText(fence, 'answer', JSON.stringify(answer, null, 1))}`;
}

function questionsSection(questions: AnalysisInput['questions'], fence: string): string | null {
  if (questions.length === 0) return null;
  const shares = shareBytes(questions.map(describeQuestion), questionsBytes);
  const blocks = shares.map((share, index) =>
    fenceText(fence, `question ${index + 1}`, share.text + truncationNotice(share)),
  );
  return `Questions to the people of this engagement, with their answers:\n${blocks.join('\n')}`;
}
