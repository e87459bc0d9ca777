import type { NoteAnswer, Objection } from '@ecp/contract/values/review-answers';
import {
  joinSections,
  type SectionedDocument,
  withoutAnswers,
} from '@ecp/markdown/sectioned-document';
import type {
  AnsweredNote,
  DraftInput,
  PromptInputs,
  PromptOutputs,
} from '@ecp/model-calls/prompt-types';
import type { EngineServices } from '../call/engine-services.ts';
import type { SentenceIssue } from '../evidence/plan-repair.ts';
import { type AmendedPoint, listNoteAnswers, listPoints } from '../kernel/written-sections.ts';
import { isOffline } from '../models/offline-model.ts';
import {
  callModel,
  runOptionalStep,
  runRecorded,
  type TaskModels,
  type TaskWorkflowInput,
} from '../steps/calling/call-model.ts';
import { observeDraft, reviseByIssues } from '../steps/evaluating/review-draft.ts';
import { editReader, sectionsReader } from './edit-sections.ts';

export interface WrittenDraft {
  content: string;
  score: number | null;
  /** The answers to reviewers' notes, which stand beside the document. Empty without notes. */
  noteAnswers: NoteAnswer[];
  /**
   * The observer's issues that the repair of single sentences mends. Absent like an empty list for
   * none.
   */
  issues?: SentenceIssue[];
  /**
   * The adversary's objections with the writer's answers. Absent for a document without an
   * adversary.
   */
  objections?: Objection[];
}

type Request = Pick<PromptInputs['amend'], 'asked' | 'editable' | 'issues'>;
type Edit = (edited: {
  document: SectionedDocument;
  edits: PromptOutputs['amend']['edits'];
  editable: number[] | null;
}) => Promise<SectionedDocument>;
type Amend = (
  document: SectionedDocument,
  key: string,
  request: Request,
) => Promise<PromptOutputs['amend']>;

/**
 * Edits sections as notes and comments request, and answers each. Other sections keep their bytes.
 * The task ends if the model gives no answer.
 */
export async function amendDraft(
  services: EngineServices,
  input: TaskWorkflowInput,
  models: TaskModels,
  material: () => Promise<DraftInput>,
): Promise<WrittenDraft> {
  const { previous, points, locked } = await runRecorded(services, () => readPrevious(material));
  const amend: Amend = (document, key, request) =>
    callModel(services, input, {
      purpose: 'amend' as const,
      key,
      agentSlug: input.task.agentSlug,
      models: key === 'amend' ? models.required : models.optional,
      gather: async () => {
        const { sections, footnotes } = document;
        const numbers = numberLocked(document, locked);
        const kept = numbers.length > 0 ? { locked: numbers } : {};
        return {
          ...(await material()),
          sections: sections.map(({ raw }) => raw),
          footnotes,
          ...kept,
          ...request,
        };
      },
    });
  const edited = { content: previous, isOffline: isOffline(models.required) };
  const before = await services.texts.run(input.tenantId, sectionsReader, edited);
  const edit: Edit = (edited) =>
    services.texts.run(input.tenantId, editReader, { ...edited, locked });
  const optional = <T>(step: string, lack: string, work: () => Promise<T>) =>
    runOptionalStep(services, input, { key: step, lack, work });
  const { document, answers } = await answerNotes(
    amend,
    edit,
    { before, pointCount: points.length },
    optional,
  );
  const write = (amended: SectionedDocument) => ({
    document: amended,
    content: joinSections(withoutAnswers(amended)),
    noteAnswers: listNoteAnswers(amended, points, answers),
  });
  const written = write(document);
  const first = await optional('observe', 'no partner has read the new version', () =>
    observeDraft(services, input, material, written.content, { key: 'observe' }),
  );
  const editableOf = ({ sections }: SectionedDocument) =>
    sections.flatMap(({ place }, index) => (place === null ? [index + 1] : []));
  if (!first || editableOf(document).length === 0) return toDraft(written, first?.score ?? null);
  const { version, score, left } = await reviseByIssues(written, first, {
    contentOf: ({ content }) => content,
    revise: async (current, issues, key) => {
      const editable = editableOf(current.document);
      const { edits } = await amend(current.document, key.replace('revise', 'amend:revised'), {
        asked: [],
        editable,
        issues,
      });
      // No insertion, because an issue must not restore what a note has removed.
      const kept = edits.filter(({ action }) => action !== 'insert');
      return write(await edit({ document: current.document, edits: kept, editable }));
    },
    observe: (current, key, earlier) =>
      observeDraft(services, input, material, current.content, { key, earlier }),
    optional: (key, work) =>
      optional(key, 'the issues of the partner who read the new version are not mended', work),
  });
  return { ...toDraft(version, score), issues: left };
}

const toDraft = (
  { content, noteAnswers }: Pick<WrittenDraft, 'content' | 'noteAnswers'>,
  score: number | null,
) => ({
  content,
  noteAnswers,
  score,
});

interface Previous {
  previous: string;
  points: AmendedPoint[];
  locked: readonly number[];
}

async function readPrevious(material: () => Promise<DraftInput>): Promise<Previous> {
  const given = await material();
  const { content = '', locked = [] } = given.previous ?? {};
  return { previous: content, points: listPoints(given), locked };
}

async function answerNotes(
  amend: Amend,
  edit: Edit,
  { before, pointCount }: { before: SectionedDocument; pointCount: number },
  optional: <T>(key: string, lack: string, work: () => Promise<T>) => Promise<T | null>,
): Promise<{ document: SectionedDocument; answers: ReadonlyMap<number, AnsweredNote> }> {
  const answers = new Map<number, AnsweredNote>();
  const ask = async (document: SectionedDocument, key: string) => {
    const numbers = Array.from({ length: pointCount }, (_, index) => index + 1);
    const asked = numbers.filter((note) => !answers.has(note));
    const answer = await amend(document, key, { asked, editable: null, issues: [] });
    for (const given of answer.answers)
      if (asked.includes(given.note)) answers.set(given.note, given);
    return edit({ document, edits: answer.edits, editable: null });
  };
  const document = await ask(before, 'amend');
  if (answers.size === pointCount) return { document, answers };
  const complete = await optional('amend:missing', 'some notes are not answered', () =>
    ask(document, 'amend:missing'),
  );
  return { document: complete ?? document, answers };
}

function numberLocked({ sections }: SectionedDocument, locked: readonly number[]): number[] {
  return sections.flatMap(({ place }, index) =>
    place !== null && locked.includes(place) ? [index + 1] : [],
  );
}
