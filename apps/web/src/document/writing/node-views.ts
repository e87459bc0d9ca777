import type { Node } from 'prosemirror-model';
import { Plugin, Selection } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView, type NodeView } from 'prosemirror-view';
import { readTitle, writeTitle } from './document/front-matter.ts';
import { schema } from './document/schema.ts';
import { goToReference } from './edit-commands.ts';
import { writingTexts } from './texts.ts';

const { nodes } = schema;

/**
 * Numbers the footnotes as readers see them, by the label in lower case: in the order of their
 * first calls.
 */
export function numberNotes(doc: Node): ReadonlyMap<string, string> {
  const [called, defined] = [new Set<string>(), new Set<string>()];
  doc.descendants(({ type, attrs }) => {
    if (type === nodes.footnote_reference) called.add(labelOf(attrs));
    if (type === nodes.footnote_definition) defined.add(labelOf(attrs));
  });
  const labels = [...called].filter((label) => defined.has(label));
  return new Map(labels.map((label, at) => [label, `${at + 1}`]));
}

const labelOf = (attrs: Node['attrs']): string => String(attrs['label']).toLowerCase();

/**
 * Gives each call and each text of a footnote its number. A footnote that readers do not see keeps
 * its label.
 */
export const createNoteNumbers = (): Plugin<DecorationSet> => {
  const plugin: Plugin<DecorationSet> = new Plugin({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (tr, numbers) => (tr.docChanged ? decorate(tr.doc) : numbers),
    },
    props: { decorations: (state) => plugin.getState(state) },
  });
  return plugin;
};

function decorate(doc: Node): DecorationSet {
  const numbers = numberNotes(doc);
  const found: Decoration[] = [];
  doc.descendants((node, at) => {
    if (node.type !== nodes.footnote_reference && node.type !== nodes.footnote_definition) return;
    const number = numbers.get(labelOf(node.attrs));
    if (number !== undefined) found.push(Decoration.node(at, at + node.nodeSize, {}, { number }));
  });
  return DecorationSet.create(doc, found);
}

function numberOf({ attrs }: Node, decorations: readonly Decoration[]): string {
  const number: unknown = decorations.find(({ spec }) => 'number' in spec)?.spec['number'];
  return typeof number === 'string' ? number : String(attrs['label']);
}

/** Shows the call of a footnote with the number that readers see. */
export function createCallView(
  node: Node,
  _view: EditorView,
  _at: unknown,
  decorations: readonly Decoration[],
): NodeView {
  const dom = document.createElement('sup');
  dom.className = 'call';
  dom.textContent = numberOf(node, decorations);
  return {
    dom,
    update(next, numbers) {
      if (next.type !== node.type) return false;
      dom.textContent = numberOf(next, numbers);
      return true;
    },
    ignoreMutation: ({ type }) => type !== 'selection',
  };
}

/**
 * Shows the text of a footnote behind a button with its number, which leads back to the place in
 * the text.
 */
export function createNoteView(
  node: Node,
  view: EditorView,
  _at: unknown,
  decorations: readonly Decoration[],
): NodeView {
  const dom = document.createElement('div');
  dom.className = 'footnote-definition';
  const button = document.createElement('button');
  button.type = 'button';
  button.contentEditable = 'false';
  let shown = node;
  const name = (numbers: readonly Decoration[]) => {
    const number = numberOf(shown, numbers);
    button.textContent = number;
    button.setAttribute('aria-label', writingTexts.footnotes.back(number));
    button.title = writingTexts.footnotes.back(number);
  };
  name(decorations);
  button.addEventListener('click', () => {
    goToReference(shown.attrs['label'])(view.state, view.dispatch);
    view.focus();
  });
  const contentDOM = document.createElement('div');
  dom.append(button, contentDOM);
  return {
    dom,
    contentDOM,
    update(next, numbers) {
      if (next.type !== shown.type) return false;
      shown = next;
      name(numbers);
      return true;
    },
    stopEvent: ({ target }) => target === button,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && button.contains(mutation.target),
  };
}

/** Shows the title that the facts of a document have as a field, and nothing of other facts. */
export function createTitleView(
  node: Node,
  view: EditorView,
  getPosition: () => number | undefined,
): NodeView {
  const dom = document.createElement('div');
  dom.className = 'document-title';
  dom.contentEditable = 'false';
  const label = document.createElement('label');
  label.textContent = writingTexts.documentTitle;
  const input = document.createElement('input');
  input.id = 'document-title';
  label.htmlFor = input.id;
  dom.append(label, input);
  let shown = node;
  const show = () => {
    // A heading at the start is the title that readers see.
    const hasHeading = view.state.doc.maybeChild(1)?.attrs['level'] === 1;
    const title = hasHeading ? null : readTitle(shown.attrs['text']);
    dom.hidden = title === null;
    if (input.value !== title) input.value = title ?? '';
  };
  show();
  input.addEventListener('input', () => {
    const position = getPosition();
    if (position === undefined) return;
    const text = writeTitle(shown.attrs['text'], input.value);
    view.dispatch(view.state.tr.setNodeMarkup(position, null, { ...shown.attrs, text }));
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    view.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)));
    view.focus();
  });
  return {
    dom,
    update(next) {
      if (next.type !== shown.type) return false;
      shown = next;
      show();
      return true;
    },
    stopEvent: () => true,
    ignoreMutation: () => true,
  };
}
