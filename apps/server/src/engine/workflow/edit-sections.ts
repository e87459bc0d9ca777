import { applyEdits, type SectionEdit } from '@ecp/markdown/apply-edits';
import {
  cutSections,
  type SectionedDocument,
  withoutAnswers,
} from '@ecp/markdown/sectioned-document';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { areShownWhole } from '../agents/prompts/amend.ts';
import { markOffline } from '../models/offline-model.ts';

/** A document that a model edits. */
interface EditedText {
  content: string;
  /** The offline model edits it, which its front matter then says. */
  isOffline: boolean;
}

/** Cuts a document into the sections that a model edits, without the answers to its reviewers. */
export const sectionsReader: TextReader<EditedText, SectionedDocument> = {
  name: 'sections',
  shortWeight: 15_000,
  read({ content, isOffline }) {
    const document = withoutAnswers(cutSections(content));
    return isOffline ? markOffline(document) : document;
  },
};

/** Sections that an edit may change. */
interface Touchable {
  /** Their numbers; null for all. */
  editable: readonly number[] | null;
  /** Those that stay, by their index when the document was cut. */
  locked: readonly number[];
}

interface Edited extends Touchable {
  document: SectionedDocument;
  edits: readonly SectionEdit[];
}

/** Applies a model's edits to the sections that it may change. */
export const editReader: TextReader<Edited, SectionedDocument> = {
  name: 'edit',
  shortWeight: 10_000,
  read: ({ document, edits, ...touched }) =>
    applyEdits(document, edits, mayTouch(document, touched)),
};

/**
 * Returns a test of the sections that an edit may change: the model has seen them whole, and they
 * are not locked.
 */
function mayTouch(
  { sections }: SectionedDocument,
  { editable, locked }: Touchable,
): (index: number) => boolean {
  const shown = areShownWhole(sections.map(({ raw }) => raw));
  const isLocked = (index: number) => locked.includes(sections[index]?.place ?? -1);
  return (index) =>
    shown[index] === true &&
    !isLocked(index) &&
    (editable === null || editable.includes(index + 1));
}
