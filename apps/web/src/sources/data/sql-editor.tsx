import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionSource,
  closeBrackets,
  completeFromList,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { SQLDialect, type SQLNamespace, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { type Command, drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { DataTable } from '../../shared/data/data-queries.ts';
import { dataTexts } from '../../shared/data/texts.ts';

interface SqlEditorProps {
  plain: RefObject<HTMLTextAreaElement | null>;
  value: string;
  maxLength: number;
  hint: string;
  tables: readonly DataTable[];
  onChange: (sql: string) => void;
  onRun: (sql: string) => void;
  onReady: () => void;
}

/** The editor with colours and completion. */
export function SqlEditor(props: SqlEditorProps) {
  const { value, tables } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef(props);
  // Texts that the editor has told and that have not come back as `value` yet.
  const told = useRef<string[]>([]);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const { plain, value: text, maxLength, hint } = latest.current;
    const made = createSqlView(host.current, {
      text,
      maxLength,
      hint,
      onChange(sql) {
        told.current.push(sql);
        latest.current.onChange(sql);
      },
      onRun: (sql) => latest.current.onRun(sql),
    });
    view.current = made;
    moveSelection(plain.current, made);
    latest.current.onReady();
    return () => made.destroy();
  }, []);
  useEffect(() => {
    // An older text of the editor's own comes back late while somebody types, and must not replace
    // the newer one.
    const at = told.current.indexOf(value);
    told.current = at === -1 ? [] : told.current.slice(at + 1);
    if (view.current && at === -1) replaceText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current) showTables(view.current, tables);
  }, [tables]);
  return (
    <div
      ref={host}
      className="min-w-0 rounded-lg outline-accent outline-offset-1 focus-within:outline-2"
    />
  );
}

/** Puts the selection of the text area into the editor, and the focus if the text area has it. */
function moveSelection(plain: HTMLTextAreaElement | null, view: EditorView): void {
  if (!plain) return;
  const length = view.state.doc.length;
  const anchor = Math.min(plain.selectionStart, length);
  view.dispatch({ selection: { anchor, head: Math.min(plain.selectionEnd, length) } });
  if (document.activeElement === plain) view.focus();
}

/**
 * The words of a `select` in DuckDB's dialect. What only other statements have is left out: they
 * are refused.
 */
const keywords = `
  all and any as asc asof anti between by case cast collate cross cube current desc distinct else end escape except exclude
  exists false fetch filter first following for from full group grouping having ilike in inner intersect interval is join
  last lateral left like limit materialized natural not null nulls offset on only or order outer over partition pivot
  positional preceding qualify range recursive replace right rollup row rows sample semi sets similar some struct
  tablesample then ties to true try_cast unbounded union unpivot using values when where window with within select`;

const typeNames = `
  bigint boolean date decimal double float hugeint integer interval numeric real smallint text time timestamp tinyint varchar`;

const builtin = `
  abs avg ceil coalesce concat corr count date_diff date_part date_trunc dense_rank first_value floor greatest ifnull lag
  last_value lead least length list ln lower lpad max median min mode month nullif percent_rank quantile_cont quarter rank
  regexp_extract regexp_matches regexp_replace replace round row_number split_part sqrt stddev strftime strptime string_agg
  substring sum trim upper var_samp year`;

/** DuckDB's dialect for colours and completion. The service alone decides what it runs. */
const duckDb = SQLDialect.define({
  keywords,
  types: typeNames,
  builtin,
  caseInsensitiveIdentifiers: true,
  doubleDollarQuotedStrings: true,
});

/** Colours of the words, from the app's variables, so that both themes have them. */
const editorColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-text)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  {
    tag: [tags.comment, tags.lineComment, tags.blockComment],
    color: 'var(--muted)',
    fontStyle: 'italic',
  },
  { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--info)' },
]);

const editorTheme = EditorView.theme({
  '&': {
    minHeight: '11rem',
    maxHeight: '28rem',
    borderRadius: '0.5rem',
    border: '1px solid color-mix(in srgb, var(--line-strong) 60%, transparent)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: '13px',
  },
  '&:hover': { borderColor: 'var(--line-strong)' },
  // The element around the editor shows the focus, where the page's other tools see it too.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '11rem',
    overflow: 'auto',
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '24px',
  },
  '.cm-content': { padding: '0.625rem 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'color-mix(in srgb, var(--accent) 25%, transparent)',
    },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.15)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.6rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-completionDetail': { marginLeft: '0.75rem', fontStyle: 'normal', color: 'var(--muted)' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
});

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
 * Creates an editor in a shadow root, where the content security policy allows CodeMirror's style
 * sheets.
 */
function createSqlView(host: HTMLElement, options: SqlViewOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const hint = document.createElement('span');
  hint.id = hintId;
  hint.hidden = true;
  hint.textContent = options.hint;
  root.replaceChildren(hint);
  return new EditorView({
    doc: options.text,
    parent: root,
    root,
    extensions: extensionsOf(options),
  });
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
  EditorState.changeFilter.of(
    ({ newDoc, startState }) => newDoc.length <= Math.max(maxLength, startState.doc.length),
  ),
  EditorView.domEventHandlers({ beforeinput: replaceSelected }),
  EditorView.updateListener.of(
    ({ docChanged, state }) => docChanged && onChange(state.doc.toString()),
  ),
  Prec.highest(keymap.of([{ key: 'Mod-Enter', run: handle(onRun) }])),
  // Tab is left to the browser, so that the focus can leave the field. It takes an entry only while
  // the list is open.
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...completionKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

/**
 * Types over a selection. Left to itself, Chromium keeps the colours of the selected words in a
 * style attribute, which the content security policy refuses.
 */
function replaceSelected(event: InputEvent, view: EditorView): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || data === null || view.composing) return false;
  const { from, to } = readSelected(view);
  if (from === to) return false;
  event.preventDefault();
  view.dispatch({
    changes: { from, to, insert: view.state.toText(data) },
    selection: { anchor: from + data.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}

/**
 * Reads what is selected from the page: the editor is told of a selection a moment later, and words
 * that are typed meanwhile replace it, too.
 */
function readSelected(view: EditorView): { from: number; to: number } {
  const { root, state } = view;
  const shadowRoots = root instanceof ShadowRoot ? [root] : [];
  // Older browsers lack it.
  const [range] = getSelection()?.getComposedRanges?.({ shadowRoots }) ?? [];
  if (!range) return state.selection.main;
  return {
    from: view.posAtDOM(range.startContainer, range.startOffset),
    to: view.posAtDOM(range.endContainer, range.endOffset),
  };
}

/** Makes a command of an action: it takes the key, whatever the action does. */
const handle =
  (act: (sql: string) => void): Command =>
  ({ state }) => {
    act(state.doc.toString());
    return true;
  };

/** Replaces the text of an editor, unless it is the same. */
function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

const beforeTable = /(?:\b(?:from|join)\s+|\.)"?\w*$/i;

/**
 * Offers columns before their table is named, as a select names them first, but not where a table
 * is due.
 */
function completeColumns(tables: readonly DataTable[]): CompletionSource {
  const complete = completeFromList(listColumns(tables));
  return (context) => (context.matchBefore(beforeTable) ? null : complete(context));
}

/** Completes the names of these tables and their columns from now on. */
function showTables(view: EditorView, tables: readonly DataTable[]): void {
  const support = sql({ dialect: duckDb, schema: describeSchema(tables) });
  const columns = duckDb.language.data.of({ autocomplete: completeColumns(tables) });
  view.dispatch({ effects: language.reconfigure([support, columns]) });
}

const { types: typeLabels } = dataTexts.tables;

/**
 * Describes tables for completion: each table with its file, and its columns behind its name and a
 * point.
 */
function describeSchema(tables: readonly DataTable[]): SQLNamespace {
  return Object.fromEntries(
    tables.map((table) => [
      table.name,
      {
        self: { label: table.name, detail: table.filename, type: 'type' },
        children: listColumns([table]),
      },
    ]),
  );
}

/**
 * Lists the columns of all tables for completion, one of a name, each with its head, type and unit.
 */
function listColumns(tables: readonly DataTable[]): Completion[] {
  const byName = new Map(
    tables.flatMap(({ columns }) => columns).map((column) => [column.sqlName, column]),
  );
  return [...byName.values()].map(({ name, sqlName, type, unit }) => ({
    label: sqlName,
    detail: [sqlName === name ? null : name, typeLabels[type], unit].filter(Boolean).join(', '),
    type: 'property',
  }));
}
