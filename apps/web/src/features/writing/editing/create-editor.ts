import { history } from 'prosemirror-history';
import { type Command, EditorState, Selection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { createSources, readDocument } from '../document/read-document.ts';
import { writeDocument } from '../document/write-document.ts';
import { goToNote } from './footnotes.ts';
import { createInputRules } from './input-rules.ts';
import { createKeyMaps } from './key-map.ts';
import { createNoteView } from './note-view.ts';
import { createSourceReader } from './reread-source.ts';
import { createSourceMark } from './source-mark.ts';
import './writing.css';

/** An editor of one text. */
export interface Editor {
  view: EditorView;
  /** Returns the text as markdown. What was not changed has its bytes (EDI-1). */
  read(): string;
  /** Replaces the text, in one step that can be undone. */
  replace(markdown: string): void;
  /** Runs a command and gives the focus back to the text. */
  run(command: Command): void;
  destroy(): void;
}

interface EditorOptions {
  text: string;
  /** Called when the text has changed. */
  onChange: () => void;
  /** Called when text or selection have changed. */
  onUpdate: (state: EditorState) => void;
  /** Called when the keys for a link are pressed. */
  onLink: () => void;
  /** Called when the keys for the toolbar are pressed. */
  onTools: () => void;
}

/** Creates an editor inside an element. */
export function createEditor(host: HTMLElement, { text, onChange, onUpdate, onLink, onTools }: EditorOptions): Editor {
  const sources = createSources(text);
  const plugins = [
    createInputRules(),
    ...createKeyMaps(onLink, onTools),
    history(),
    tableEditing(),
    createSourceReader(sources),
    createSourceMark(),
  ];
  const view: EditorView = new EditorView(host, {
    state: EditorState.create({ doc: readDocument(text, sources), plugins }),
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': writingTexts.editor,
      class: 'prose writing',
      spellcheck: 'true',
    },
    nodeViews: { footnote_definition: createNoteView },
    handleDOMEvents: { beforeinput: replaceSelected },
    handleClickOn(_view, _position, node, _at, event) {
      if (node.type.name !== 'footnote_reference' || event.button !== 0) return false;
      return goToNote(node.attrs['label'])(view.state, view.dispatch);
    },
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) onChange();
      onUpdate(view.state);
    },
  });
  onUpdate(view.state);
  return {
    view,
    read: () => writeDocument(view.state.doc, sources),
    replace(markdown) {
      const tr = view.state.tr.replaceWith(0, view.state.doc.content.size, readDocument(markdown, sources).content);
      const at = Math.min(view.state.selection.head, tr.doc.content.size);
      view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(at))));
    },
    run(command) {
      command(view.state, view.dispatch, view);
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/**
 * Types over a selection. Left to itself, Chromium keeps the colours of the selected words in a style attribute, which
 * the content security policy refuses.
 */
function replaceSelected(view: EditorView, event: InputEvent): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.empty) return false;
  event.preventDefault();
  view.dispatch(view.state.tr.insertText(data).scrollIntoView());
  return true;
}
