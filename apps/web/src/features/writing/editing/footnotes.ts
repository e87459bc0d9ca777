import type { Node } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { schema } from '../document/schema.ts';

const { nodes } = schema;

/** Returns the lowest number that no footnote has as its label. */
function nextLabel(doc: Node): string {
  const numbers = [0];
  doc.descendants(({ type, attrs }) => {
    const isNote = type === nodes.footnote_reference || type === nodes.footnote_definition;
    if (isNote && /^\d{1,9}$/.test(attrs['label'])) numbers.push(Number(attrs['label']));
  });
  return String(Math.max(...numbers) + 1);
}

/** Inserts a footnote at the cursor, with its empty text at the end of the document, and goes there (EDI-3). */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const isPossible = $from.parent.inlineContent && $from.parent.type.spec.code !== true;
  if (!isPossible || $from.parent.type === nodes.heading) return false;
  const label = nextLabel(state.doc);
  const tr = state.tr.insert(state.selection.to, nodes.footnote_reference.create({ label }));
  const end = tr.doc.content.size;
  tr.insert(end, nodes.footnote_definition.create({ label }, nodes.paragraph.create()));
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 2)).scrollIntoView());
  return true;
};

/** Finds the position before the first node of a type with this label. Labels differ by more than case. */
function findNote(doc: Node, type: Node['type'], label: string): number | null {
  let found: number | null = null;
  doc.descendants((node, position) => {
    if (found === null && node.type === type && node.attrs['label'].toLowerCase() === label.toLowerCase()) {
      found = position;
    }
    return found === null;
  });
  return found;
}

/** Returns the label of the reference that is selected, or that the cursor touches. */
function referenceAt({ selection }: EditorState): string | null {
  const { $from } = selection;
  const touched = selection instanceof NodeSelection ? [selection.node] : [$from.nodeBefore, $from.nodeAfter];
  return touched.find((node) => node?.type === nodes.footnote_reference)?.attrs['label'] ?? null;
}

/** Goes from a footnote's number to its text (EDI-3). */
export const goToNote =
  (label: string): Command =>
  (state, dispatch) => {
    const position = findNote(state.doc, nodes.footnote_definition, label);
    if (position === null) return false;
    dispatch?.(state.tr.setSelection(TextSelection.near(state.doc.resolve(position + 1))).scrollIntoView());
    return true;
  };

/** Goes from a footnote's text to where it is first referred to (EDI-3). */
export const goToReference =
  (label: string): Command =>
  (state, dispatch) => {
    const position = findNote(state.doc, nodes.footnote_reference, label);
    if (position === null) return false;
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, position + 1)).scrollIntoView());
    return true;
  };

/** Jumps between a footnote's number and its text, whichever has the cursor (EDI-3). */
export const jumpOfFootnote: Command = (state, dispatch) => {
  const reference = referenceAt(state);
  if (reference !== null) return goToNote(reference)(state, dispatch);
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type, attrs } = $from.node(depth);
    if (type === nodes.footnote_definition) return goToReference(attrs['label'])(state, dispatch);
  }
  return false;
};
