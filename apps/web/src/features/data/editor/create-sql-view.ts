import {
  acceptCompletion,
  autocompletion,
  type CompletionSource,
  closeBrackets,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { sql } from '@codemirror/lang-sql';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { type Command, drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import type { DataTable } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { describeSchema, listColumns } from './describe-schema.ts';
import { duckDb } from './duck-db.ts';
import { editorColours, editorTheme } from './editor-theme.ts';

const texts = dataTexts.editor;
const language = new Compartment();
const hintId = 'hint';

interface SqlViewOptions {
  text: string;
  maxLength: number;
  /** How the keys work, read out with the field's name. */
  hint: string;
  onChange: (sql: string) => void;
  /** Gets the text as it is when the keys are pressed. */
  onRun: (sql: string) => void;
}

/**
 * Creates an editor in an element. It lives in a shadow root: there CodeMirror adopts constructed style sheets, which
 * the content security policy allows; in a document it would write `<style>` elements.
 */
export function createSqlView(host: HTMLElement, options: SqlViewOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const hint = document.createElement('span');
  hint.id = hintId;
  hint.hidden = true;
  hint.textContent = options.hint;
  root.replaceChildren(hint);
  return new EditorView({ doc: options.text, parent: root, root, extensions: extensionsOf(options) });
}

const extensionsOf = ({ maxLength, onChange, onRun }: SqlViewOptions) => [
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  EditorView.lineWrapping,
  placeholder(texts.placeholder),
  language.of(sql({ dialect: duckDb })),
  syntaxHighlighting(editorColours),
  editorTheme,
  EditorView.contentAttributes.of({ 'aria-label': texts.label, 'aria-describedby': hintId }),
  EditorState.changeFilter.of(({ newDoc, startState }) => newDoc.length <= Math.max(maxLength, startState.doc.length)),
  EditorView.domEventHandlers({ beforeinput: replaceSelected }),
  EditorView.updateListener.of(({ docChanged, state }) => docChanged && onChange(state.doc.toString())),
  Prec.highest(keymap.of([{ key: 'Mod-Enter', run: handle(onRun) }])),
  // Tab is left to the browser, so that the focus can leave the field. It takes an entry only while the list is open.
  keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
];

/**
 * Types over a selection. Left to itself, Chromium keeps the colours of the selected words in a style attribute, which
 * the content security policy refuses.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.main.empty) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  return true;
}

/** Makes a command of an action: it takes the key, whatever the action does. */
const handle =
  (act: (sql: string) => void): Command =>
  ({ state }) => {
    act(state.doc.toString());
    return true;
  };

/** Replaces the text of an editor, unless it is the same. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

const beforeTable = /(?:\b(?:from|join)\s+|\.)"?\w*$/i;

/** Offers columns before their table is named, as a select names them first, but not where a table is due. */
function completeColumns(tables: readonly DataTable[]): CompletionSource {
  const complete = completeFromList(listColumns(tables));
  return (context) => (context.matchBefore(beforeTable) ? null : complete(context));
}

/** Completes the names of these tables and their columns from now on. */
export function showTables(view: EditorView, tables: readonly DataTable[]): void {
  const support = sql({ dialect: duckDb, schema: describeSchema(tables) });
  const columns = duckDb.language.data.of({ autocomplete: completeColumns(tables) });
  view.dispatch({ effects: language.reconfigure([support, columns]) });
}
