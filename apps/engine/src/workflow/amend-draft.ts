import type { NoteAnswer } from '@ecp/contract/values/note-answers';
import type { Objection } from '@ecp/contract/values/objections';
import { withoutMarks } from '@ecp/evidence/marks/without-marks';
import type { Language } from '@ecp/language/language';
import { withoutAnswers } from '@ecp/markdown/answers-section';
import { applyEdits } from '@ecp/markdown/apply-edits';
import { cutSections, joinSections, type SectionedDocument } from '@ecp/markdown/sectioned-document';
import type { AnsweredNote, DraftInput, PromptInputs, PromptOutputs } from '@ecp/model-calls/prompt-types';
import { areShownWhole } from '../agents/prompts/amend.ts';
import type { CallDependencies } from '../call/types/model-call.ts';
import { markForEdits } from '../models/offline-model.ts';
import { type AmendedPoint, listNoteAnswers, withAnswers } from '../sections/answers-section.ts';
import { callModel, type TaskModels, type TaskWorkflowInput } from '../steps/calling/call-model.ts';
import { runRecorded } from '../steps/calling/durable-step.ts';
import { runOptionalStep } from '../steps/calling/run-optional-step.ts';
import { isWeak, observeDraft } from '../steps/observing/observe-draft.ts';

/** A document that an agent has finished. */
export interface WrittenDraft {
  content: string;
  /** The observer's score, 0 to 100. Null if there is none. */
  score: number | null;
  /** The note answers in its section of answers. Empty for a document that was not amended. */
  noteAnswers: NoteAnswer[];
  /** The adversary's objections with the writer's answers. Absent for a document without an adversary. */
  objections?: Objection[];
}

/** The amendments that one call is asked for. */
type Request = Pick<PromptInputs['amend'], 'asked' | 'editable' | 'issues'>;
type Amend = (document: SectionedDocument, key: string, request: Request) => Promise<PromptOutputs['amend']>;

/**
 * Makes the next version of a document by edits of its sections, as the reviewer's notes request. Sections that no note
 * concerns keep their bytes, and each note and comment is answered (PRO-11, CMT-8). A weak version is revised once, only in changed
 * sections. If the model does not answer, the task ends and the previous version stays the latest.
 */
export async function amendDraft(
  services: CallDependencies,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const start = await runRecorded(() => readPrevious(material));
  const { previous, notes, comments = [], locked = [], language = 'en' } = start;
  const points = [...notes.map((text) => ({ text, commentId: null })), ...comments];
  const amend: Amend = (document, key, request) =>
    callModel(services, input, {
      ...{ purpose: 'amend' as const, key, agentSlug: input.task.agentSlug },
      models: key === 'amend' ? models.required : models.optional,
      gather: async () => {
        const { sections, footnotes } = document;
        const numbers = numberLocked(document, locked);
        const kept = numbers.length > 0 ? { locked: numbers } : {};
        return { ...(await material()), sections: sections.map(({ raw }) => raw), footnotes, ...kept, ...request };
      },
    });
  const before = markForEdits(withoutAnswers(cutSections(previous)), models.required);
  const optional = <T>(step: string, lack: string, work: () => Promise<T>) =>
    runOptionalStep(services, input, { key: step, lack, work });
  const { document, answers } = await answerNotes(amend, before, { pointCount: points.length, locked }, optional);
  const write = (amended: SectionedDocument) => {
    const noteAnswers = listNoteAnswers(amended, points, answers);
    return { content: joinSections(withAnswers(amended, noteAnswers, language)), noteAnswers };
  };
  const written = write(document);
  const first = await optional('observe', 'no partner has read the new version', () =>
    observeDraft(services, input, material, written.content, 'observe'),
  );
  if (!first) return { ...written, score: null };
  const editable = document.sections.flatMap(({ place }, index) => (place === null ? [index + 1] : []));
  if (!isWeak(first) || editable.length === 0) return { ...written, score: first.score };
  const lack = 'the issues of the partner who read the new version are not mended';
  const revision = await optional('revise', lack, async () => {
    const request = { asked: [], editable, issues: first.issues };
    const { edits } = await amend(document, 'amend:revised', request);
    const revised = write(applyEdits(document, edits, touchable(document, { editable, locked })));
    const { score } = await observeDraft(services, input, material, revised.content, 'observe:revised');
    return { ...revised, score };
  });
  return revision && revision.score >= first.score ? revision : { ...written, score: first.score };
}

/** The start of an amendment. Records of earlier releases lack language and comments. */
interface Previous {
  previous: string;
  notes: string[];
  /** The comments on it, as further points to answer. */
  comments?: AmendedPoint[];
  language?: Language;
  /** Indexes of the sections that stay as they are. */
  locked?: readonly number[];
}

async function readPrevious(material: () => Promise<DraftInput>): Promise<Previous> {
  const { previous, reviewNotes, comments = [], engagement } = await material();
  const { content = '', locked = [] } = previous ?? {};
  return {
    previous: withoutMarks(content),
    notes: reviewNotes,
    comments: comments.map(({ id, body }) => ({ text: body, commentId: id })),
    language: engagement.language,
    locked,
  };
}

/** Asks about all notes, and once more about those without an answer. */
async function answerNotes(
  amend: Amend,
  before: SectionedDocument,
  { pointCount, locked }: { pointCount: number; locked: readonly number[] },
  optional: <T>(key: string, lack: string, work: () => Promise<T>) => Promise<T | null>,
): Promise<{ document: SectionedDocument; answers: ReadonlyMap<number, AnsweredNote> }> {
  const answers = new Map<number, AnsweredNote>();
  const ask = async (document: SectionedDocument, key: string) => {
    const numbers = Array.from({ length: pointCount }, (_, index) => index + 1);
    const asked = numbers.filter((note) => !answers.has(note));
    const answer = await amend(document, key, { asked, editable: null, issues: [] });
    for (const given of answer.answers) if (asked.includes(given.note)) answers.set(given.note, given);
    return applyEdits(document, answer.edits, touchable(document, { editable: null, locked }));
  };
  const document = await ask(before, 'amend');
  if (answers.size === pointCount) return { document, answers };
  const complete = await optional('amend:missing', 'some notes are not answered', () => ask(document, 'amend:missing'));
  return { document: complete ?? document, answers };
}

/**
 * Tells which sections an edit may change: those that the prompt shows whole, without those of people. `editable` narrows
 * them by number; `locked` has the indexes that sections of people had when the document was cut.
 */
export function touchable(
  { sections }: SectionedDocument,
  { editable, locked }: { editable: number[] | null; locked: readonly number[] },
): (index: number) => boolean {
  const shown = areShownWhole(sections.map(({ raw }) => raw));
  const isLocked = (index: number) => locked.includes(sections[index]?.place ?? -1);
  return (index) => shown[index] === true && !isLocked(index) && (editable === null || editable.includes(index + 1));
}

/** Returns the numbers, from 1, of the sections that stay as they are. */
function numberLocked({ sections }: SectionedDocument, locked: readonly number[]): number[] {
  return sections.flatMap(({ place }, index) => (place !== null && locked.includes(place) ? [index + 1] : []));
}
