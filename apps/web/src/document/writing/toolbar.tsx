import {
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Bold,
  Code,
  Columns2,
  FileCode,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  MoveVertical,
  Redo2,
  Rows2,
  Superscript,
  Table2,
  TextQuote,
  Trash2,
  Undo2,
} from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from 'prosemirror-tables';
import { type KeyboardEvent, useState } from 'react';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { type SelectOption, TextField } from '../../base/ui/fields/fields.tsx';
import { Select } from '../../base/ui/fields/select.tsx';
import { readForm } from '../../base/ui/forms.tsx';
import { schema } from './document/schema.ts';
import {
  type BlockName,
  findAncestor,
  insertFootnote,
  insertRule,
  insertTable,
  jumpOfFootnote,
  type LinkPlace,
  toggleList,
  toggleQuote,
  turnInto,
} from './edit-commands.ts';
import { writingTexts } from './texts.ts';

const texts = writingTexts.toolbar;
const { nodes, marks } = schema;

interface ToolbarProps {
  state: ToolbarState;
  run: (command: Command) => void;
  onLink: () => void;
  onLeave: () => void;
  showsSource: boolean;
  onToggleSource: () => void;
}

/**
 * The tools of the editor, one stop of the Tab key; arrow keys go from tool to tool, Escape goes
 * back to the text.
 */
export function Toolbar({
  state,
  run,
  onLink,
  onLeave,
  showsSource,
  onToggleSource,
}: ToolbarProps) {
  const tool = (
    label: string,
    Icon: typeof Bold,
    command: Command,
    pressed?: boolean,
    disabled?: boolean,
  ) => (
    <ToolButton
      icon={Icon}
      label={label}
      pressed={pressed}
      disabled={disabled}
      onClick={() => run(command)}
    />
  );
  return (
    <div
      role="toolbar"
      aria-label={texts.label}
      aria-describedby="toolbar-hint"
      onKeyDown={(event) => (event.key === 'Escape' ? onLeave() : moveInToolbar(event))}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-b px-2 py-1 md:px-6"
    >
      <span id="toolbar-hint" hidden>
        {texts.hint}
      </span>
      {tool(texts.undo, Undo2, undo, undefined, !state.mayUndo)}
      {tool(texts.redo, Redo2, redo, undefined, !state.mayRedo)}
      <BlockSelect block={state.block} run={run} />
      {tool(texts.bold, Bold, toggleMark(marks.strong), state.bold)}
      {tool(texts.italic, Italic, toggleMark(marks.em), state.italic)}
      {tool(texts.code, Code, toggleMark(marks.code), state.code)}
      <ToolButton icon={Link2} label={texts.link} pressed={state.link} onClick={onLink} />
      <Divider />
      {tool(texts.bullets, List, toggleList(nodes.bullet_list), state.bullets)}
      {tool(texts.numbers, ListOrdered, toggleList(nodes.ordered_list), state.numbers)}
      {tool(texts.quote, TextQuote, toggleQuote, state.quote)}
      {tool(texts.rule, Minus, insertRule)}
      <Divider />
      {tool(
        texts.footnote,
        Superscript,
        insertFootnote,
        undefined,
        state.block !== 'paragraph' && !state.inTable,
      )}
      {tool(texts.jump, MoveVertical, jumpOfFootnote)}
      {state.inTable ? <TableTools run={run} /> : tool(texts.table, Table2, insertTable)}
      <span className="ml-auto">
        <ToolButton
          icon={FileCode}
          label={texts.source}
          pressed={showsSource}
          onClick={onToggleSource}
        />
      </span>
    </div>
  );
}

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px bg-line max-md:hidden" />;

const names = Object.keys(texts.blocks) as BlockName[];
const blocks = (): SelectOption<BlockName | ''>[] =>
  names.map((value) => ({ value, label: texts.blocks[value] }));

/**
 * Shows and changes the kind of the paragraph with the cursor. The Tab key stops here; the other
 * tools follow by arrow keys.
 */
function BlockSelect({ block, run }: { block: BlockName | null; run: (command: Command) => void }) {
  return (
    <Select
      label={texts.block}
      isTool
      keepsFocus={false}
      options={block === null ? [{ value: '', label: texts.noBlock }, ...blocks()] : blocks()}
      value={block ?? ''}
      onChange={(chosen) => chosen !== '' && run(turnInto(chosen))}
      className="mx-1 h-8 max-w-36 text-sm"
    />
  );
}

const tableTexts = writingTexts.tables;

const tools = () =>
  [
    [tableTexts.rowAbove, BetweenHorizontalStart, addRowBefore],
    [tableTexts.rowBelow, BetweenHorizontalEnd, addRowAfter],
    [tableTexts.columnBefore, BetweenVerticalStart, addColumnBefore],
    [tableTexts.columnAfter, BetweenVerticalEnd, addColumnAfter],
    [tableTexts.deleteRow, Rows2, deleteRow],
    [tableTexts.deleteColumn, Columns2, deleteColumn],
    [tableTexts.deleteTable, Trash2, deleteTable],
  ] as const;

function TableTools({ run }: { run: (command: Command) => void }) {
  return tools().map(([label, Icon, command]) => (
    <ToolButton icon={Icon} key={label} label={label} onClick={() => run(command)} />
  ));
}

interface ToolButtonProps {
  label: string;
  /** Whether the tool's form is already on at the cursor; undefined for tools that insert. */
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
  icon: LucideIcon;
  onClick: () => void;
}

/** A tool of the editor. A press of the pointer leaves the selection of the text as it is. */
function ToolButton({ icon, label, pressed, disabled = false, onClick }: ToolButtonProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      tabIndex={-1}
      data-tool
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text aria-disabled:opacity-40"
    />
  );
}

const linkTexts = writingTexts.link;
/**
 * Addresses of sites and mailboxes, places in the document, and names of neighbouring documents.
 */
const allowed = /^(?:https?:\/\/|mailto:|#|(?![\w+.-]*:)[^\s<>]+$)/i;

interface LinkDialogProps {
  place: LinkPlace | null;
  onClose: () => void;
  /** Called with the address; an empty one removes the link. */
  onApply: (href: string) => void;
}

export function LinkDialog({ place, onClose, onApply }: LinkDialogProps) {
  const [isRefused, setIsRefused] = useState(false);
  const close = () => {
    setIsRefused(false);
    onClose();
  };
  return (
    <Dialog
      open={place !== null}
      onClose={close}
      title={linkTexts.title}
      {...(place?.text ? { description: place.text } : {})}
    >
      <DialogForm
        onSubmit={(event) => {
          const href = readForm(event, 'href').href.trim();
          setIsRefused(!allowed.test(href));
          if (allowed.test(href)) onApply(href);
        }}
        onCancel={close}
        submitLabel={linkTexts.apply}
        action={{ isPending: false, error: null }}
      >
        <TextField
          label={linkTexts.address}
          name="href"
          defaultValue={place?.href ?? ''}
          placeholder="https://"
          autoComplete="off"
          error={isRefused ? linkTexts.refused : undefined}
        />
        {place?.href && (
          <Button kind="quiet" className="self-start" onClick={() => onApply('')}>
            {linkTexts.remove}
          </Button>
        )}
      </DialogForm>
    </Dialog>
  );
}

export interface ToolbarState {
  block: BlockName | null;
  bold: boolean;
  italic: boolean;
  code: boolean;
  link: boolean;
  bullets: boolean;
  numbers: boolean;
  quote: boolean;
  inTable: boolean;
  mayUndo: boolean;
  mayRedo: boolean;
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty
    ? type.isInSet(storedMarks ?? $from.marks()) !== undefined
    : doc.rangeHasMark(from, to, type);
}

function blockAt({ selection: { $from } }: EditorState): BlockName | null {
  const { type, attrs } = $from.parent;
  if (type === nodes.paragraph) return 'paragraph';
  if (type === nodes.code_block) return 'code';
  const level: number = attrs['level'];
  return type === nodes.heading && level <= 4 ? (`heading-${level}` as BlockName) : null;
}

export function readToolbar(state: EditorState): ToolbarState {
  const list = findAncestor(state, [nodes.bullet_list, nodes.ordered_list]);
  const listType = list === null ? null : state.selection.$from.node(list).type;
  return {
    block: blockAt(state),
    bold: hasMark(state, marks.strong),
    italic: hasMark(state, marks.em),
    code: hasMark(state, marks.code),
    link: hasMark(state, marks.link),
    bullets: listType === nodes.bullet_list,
    numbers: listType === nodes.ordered_list,
    quote: findAncestor(state, [nodes.blockquote]) !== null,
    inTable: isInTable(state),
    mayUndo: undoDepth(state) > 0,
    mayRedo: redoDepth(state) > 0,
  };
}

export const isSameToolbar = (one: ToolbarState, other: ToolbarState): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ToolbarState] === value);

const keys: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

const toolsOf = (toolbar: HTMLElement): HTMLElement[] => [
  ...toolbar.querySelectorAll<HTMLElement>('[data-tool]'),
];

/**
 * Moves the focus from tool to tool by arrow keys, Home and End. A list of choices keeps its own
 * arrow keys.
 */
function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const move = keys[event.key];
  const tools = toolsOf(event.currentTarget);
  const at = tools.indexOf(event.target as HTMLElement);
  if (move === undefined || at === -1) return;
  event.preventDefault();
  tools[move(at, tools.length - 1)]?.focus();
}
