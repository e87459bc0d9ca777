import type { AnswerContent } from '@ecp/contract/work/answers';
import type {
  AnalysisInput,
  DocumentTask,
  RaisedObjection,
  WorkspaceEntry,
} from '@ecp/model-calls/prompt-types';
import { describeQuestion, gridsSection } from './found-material.ts';
import {
  conflictsSection,
  fenceText,
  joinParts,
  oneLine,
  type PromptContext,
  type PromptDefinition,
  shareBytes,
  truncationNotice,
} from './prompt-sections.ts';

/** Limits the UTF-8 bytes of the notebook, and of the questions with their answers. */
const notebookBytes = 48_000;
const questionsBytes = 16_000;

/** The lead's prompt. The turns of its call follow it, so that its bytes stay the same. */
export const analysePrompt: PromptDefinition<'analyse'> = {
  purpose: 'analyse',
  writesNoDocument: true,
  ownRules: true,
  maxOutputTokens: 16_000,
  outputSchema: () => null,
  render: (input, context) => ({
    material: renderWork(input, context),
    assignment: joinParts([
      leadRules(input),
      settlementRules(input),
      returnRules(input, context.fence),
    ]),
  }),
};

/** The challenger's prompt: the same material, read by one who did not do the work. */
export const critiquePrompt: PromptDefinition<'critique'> = {
  purpose: 'critique',
  writesNoDocument: true,
  ownRules: true,
  maxOutputTokens: 16_000,
  outputSchema: () => null,
  render: (input, context) => ({
    material: renderWork(input, context),
    assignment: challengerRules(input),
  }),
};

/** Renders what stands before a session: documents to write, grids, notebook, answer, questions. */
function renderWork(input: AnalysisInput, context: PromptContext): string {
  const { fence } = context;
  const { documents, workspace, questions, conflicts, objections = [], grids = [] } = input;
  return joinParts([
    documentsSection(documents, fence),
    gridsSection(grids, context),
    notebookSection(workspace.entries, fence),
    answerSection(workspace.answer, fence),
    objectionsSection(objections, fence),
    questionsSection(questions, fence),
    conflictsSection(conflicts, fence),
  ]);
}

function leadRules({ maxTurns, research }: AnalysisInput): string {
  return `You are the lead consultant. You do the analysis and decide the answer. Others write the documents later from what you leave in the notebook and in the answer: what is not there does not exist.
- Look at the data before any opinion: rows, gaps, duplicates, odd values, incomplete periods, units, what one row is. Say what one would expect, then test it.
- Try every claim in a second way: another cut, another period, without the largest cases. Compare what would happen anyway with what would happen with the measure.
- Where an amount decides, build one model: inputs with low, usual and high values and their sources, results in each case, break-even.
- Where people and data disagree, the data decide what happened and the people what it means. Report both with note_conflict.
- Note every passage that a document will quote, and record every figure that it will give.
- Ask people only what decides the recommendation and what nothing here answers.${researchRule(research)}
- Decide boldly where the figures carry it, and say what cannot be known. The first document of the list gives the decision; the others hold what it rests on, and nothing stands twice.
You have ${maxTurns} turns, each with up to eight calls; each result says what is left. Write no document. End with submit_answer.`;
}

function researchRule(research: AnalysisInput['research']): string {
  if (!research) return '';
  const domains = research.domains.join(', ');
  const only = domains === '' ? '' : ` Only these domains can be read: ${domains}.`;
  return `\n- Search the web for what the question needs and the files do not hold: at most ${research.maxPages} pages. Read a page before you use it. Put no names of persons and no figures of the client into a search.${only}`;
}

function settlementRules({ objections = [] }: AnalysisInput): string | null {
  if (objections.length === 0) return null;
  return `The answer stands, and a challenger has objected to it. Settle each objection: test it where a figure decides, correct the notebook where it is right, and accept or refuse it with the reason in a line. Then write the final answer anew with submit_answer: plain and bold, fewer figures, only those that decide.`;
}

function returnRules({ returnNotes }: AnalysisInput, fence: string): string | null {
  if (returnNotes === undefined) return null;
  return `A person of the firm has returned the answer with these notes. Do what they ask where the material carries it, say in the answer where it does not, and submit the answer anew.\n${fenceText(fence, 'notes', returnNotes)}`;
}

function challengerRules({ maxTurns }: AnalysisInput): string {
  return `You are a hard, fair partner who did not do this work. Write at most ten objections to the answer, the gravest first.
- Recompute the decisive figures by another way, by your own queries and not by the lead's.
- Look for a wrong base or double counting in the model, an effect that happens anyway, unlike things compared, a better option that was missed, a date or condition that cannot be met, a question of the brief that is not answered, a contradiction in the material that is not named, a figure that is told with too much or too little confidence, a motion on which nobody could vote.
- Each objection says what is wrong, the right value or the better choice, how you know it, and what changes. Object to nothing that is right, and list what you have confirmed.
You have ${maxTurns} turns, each with up to eight calls; each result says what is left. End with submit_objections.`;
}

function objectionsSection(objections: readonly RaisedObjection[], fence: string): string | null {
  if (objections.length === 0) return null;
  const blocks = objections.map(({ text, evidence }, index) =>
    fenceText(fence, `objection o${index + 1}`, `${text}\nEvidence: ${evidence}`),
  );
  return `Objections to the answer:\n${blocks.join('\n')}`;
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

/** Describes an entry with its facts and the rows that it has. */
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
      ...rows.map((row) => row.map(String).join(' | ')),
      ...(rows.length < totalRows ? [`(${totalRows - rows.length} more rows)`] : []),
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
