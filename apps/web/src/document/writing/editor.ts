import './writing.css';
import { baseKeymap, chainCommands, exitCode, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItemKeepMarks } from 'prosemirror-schema-list';
import { type Command, EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state';
import { goToNextCell, tableEditing } from 'prosemirror-tables';
import { Decoration, DecorationSet, EditorView } from 'prosemirror-view';
import {
  createSources,
  isUntouched,
  readDocument,
  type Sources,
  writeDocument,
} from './document/document.ts';
import { schema } from './document/schema.ts';
import {
  goToCellBelow,
  goToNote,
  insertFootnote,
  jumpOfFootnote,
  leaveCode,
  toggleList,
  toggleQuote,
  turnInto,
} from './edit-commands.ts';
import {
  createCallView,
  createNoteNumbers,
  createNoteView,
  createTitleView,
} from './node-views.ts';
import { writingTexts } from './texts.ts';

export interface Editor {
  view: EditorView;
  /** Returns the text as markdown. What was not changed has its bytes. */
  read(): string;
  replace(markdown: string): void;
  /** Runs a command and gives the focus back to the text. */
  run(command: Command): void;
  destroy(): void;
}

interface EditorOptions {
  text: string;
  onChange: () => void;
  onUpdate: (state: EditorState) => void;
  onLink: () => void;
  onTools: () => void;
}

export function createEditor(
  host: HTMLElement,
  { text, onChange, onUpdate, onLink, onTools }: EditorOptions,
): Editor {
  const sources = createSources(text);
  const plugins = [
    createInputRules(),
    ...createKeyMaps(onLink, onTools),
    history(),
    tableEditing(),
    createSourceReader(sources),
    createSourceMark(),
    createNoteNumbers(),
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
    nodeViews: {
      front_matter: createTitleView,
      footnote_reference: createCallView,
      footnote_definition: createNoteView,
    },
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
      const tr = view.state.tr.replaceWith(
        0,
        view.state.doc.content.size,
        readDocument(markdown, sources).content,
      );
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
 * Types over a selection. Left to itself, Chromium keeps the colours of the selected words in a
 * style attribute, which the content security policy refuses.
 */
function replaceSelected(view: EditorView, event: InputEvent): boolean {
  const { inputType, data } = event;
  if (inputType !== 'insertText' || data === null || view.composing || view.state.selection.empty)
    return false;
  event.preventDefault();
  view.dispatch(view.state.tr.insertText(data).scrollIntoView());
  return true;
}

const { nodes, marks } = schema;

const insertBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  const { parent } = state.selection.$from;
  if (parent.type !== nodes.paragraph) return parent.type.name.startsWith('table_');
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Goes to the start of the text below the front matter, which has no place for a cursor. */
const goToStart: Command = (state, dispatch) => {
  dispatch?.(state.tr.setSelection(Selection.atStart(state.doc)).scrollIntoView());
  return true;
};

/** Makes a command of an action outside of the text. */
const take =
  (act: () => void): Command =>
  () => {
    act();
    return true;
  };

/**
 * The keys of the editor. Outside tables, Tab leaves the editor, so that nobody is caught in it.
 */
const createKeyMaps = (onLink: () => void, onTools: () => void): Plugin[] => [
  keymap({
    'Mod-Home': goToStart,
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-e': toggleMark(marks.code),
    'Mod-k': take(onLink),
    'Alt-F10': take(onTools),
    'Mod-Alt-0': turnInto('paragraph'),
    'Mod-Alt-1': turnInto('heading-1'),
    'Mod-Alt-2': turnInto('heading-2'),
    'Mod-Alt-3': turnInto('heading-3'),
    'Mod-Alt-4': turnInto('heading-4'),
    'Mod-Shift-7': toggleList(nodes.ordered_list),
    'Mod-Shift-8': toggleList(nodes.bullet_list),
    'Mod-Shift-9': toggleQuote,
    'Mod-Alt-f': insertFootnote,
    'Mod-Enter': jumpOfFootnote,
    'Mod-]': sinkListItem(nodes.list_item),
    'Mod-[': liftListItem(nodes.list_item),
    Tab: goToNextCell(1),
    'Shift-Tab': goToNextCell(-1),
    'Shift-Enter': insertBreak,
    Enter: chainCommands(goToCellBelow, leaveCode, splitListItemKeepMarks(nodes.list_item)),
  }),
  keymap(baseKeymap),
];

/** Turns what people type as markdown at the start of a line into the block that it means. */
const createInputRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, ([, signs = '#']) => ({
        level: signs.length,
      })),
      textblockTypeInputRule(/^```$/, nodes.code_block),
      wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
      wrappingInputRule(/^\s*[-*+]\s$/, nodes.bullet_list),
      wrappingInputRule(/^(\d{1,9})[.)]\s$/, nodes.ordered_list, ([, start = '1']) => ({
        start: Number(start),
      })),
      new InputRule(/^(?:---|\*\*\*)$/, (state, _match, start, end) =>
        state.tr.replaceRangeWith(start - 1, end + 1, nodes.rule.create()),
      ),
    ],
  });

const rereadKey = new PluginKey('reread-source');

const changedSource = (doc: Node, sources: Sources): Node | undefined =>
  doc.children.find(
    (block) => block.type === schema.nodes.source_block && !isUntouched(block, sources),
  );

const isInSource = ({ selection: { $from } }: EditorState): boolean =>
  $from.parent.type === schema.nodes.source_block;

/**
 * Reads the document again when the cursor leaves an edited source, which may now be a heading or a
 * table.
 */
export const createSourceReader = (sources: Sources): Plugin =>
  new Plugin({
    key: rereadKey,
    appendTransaction(_transactions, before, after) {
      if (!isInSource(before) || isInSource(after) || !changedSource(after.doc, sources))
        return null;
      const doc = readDocument(writeDocument(after.doc, sources), sources);
      const tr = after.tr.replaceWith(0, after.doc.content.size, doc.content);
      const at = Math.min(after.selection.head, tr.doc.content.size);
      return tr.setSelection(Selection.near(tr.doc.resolve(at)));
    },
  });

/** Marks the source that has the cursor, so that the style shows the whole of it. */
const createSourceMark = (): Plugin =>
  new Plugin({
    props: {
      decorations({ doc, selection: { $from } }) {
        if ($from.parent.type !== schema.nodes.source_block) return null;
        return DecorationSet.create(doc, [
          Decoration.node($from.before(), $from.after(), { class: 'has-cursor' }),
        ]);
      },
    },
  });
