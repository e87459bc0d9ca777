import {
  Bold,
  Code,
  FileCode,
  Italic,
  Link2,
  List,
  ListOrdered,
  Minus,
  MoveVertical,
  Redo2,
  Superscript,
  Table2,
  TextQuote,
  Undo2,
} from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { schema } from '../document/schema.ts';
import { insertRule, toggleList, toggleQuote } from '../editing/block-commands.ts';
import { insertFootnote, jumpOfFootnote } from '../editing/footnotes.ts';
import { insertTable } from '../editing/table-commands.ts';
import { BlockSelect } from './block-select.tsx';
import { moveInToolbar } from './move-in-toolbar.ts';
import type { ToolbarState } from './read-toolbar.ts';
import { TableTools } from './table-tools.tsx';
import { ToolButton } from './tool-button.tsx';

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

/** The tools of the editor, one stop of the Tab key; arrow keys go from tool to tool, Escape goes back to the text. */
export function Toolbar({ state, run, onLink, onLeave, showsSource, onToggleSource }: ToolbarProps) {
  const tool = (label: string, Icon: typeof Bold, command: Command, pressed?: boolean, disabled?: boolean) => (
    <ToolButton label={label} pressed={pressed} disabled={disabled} onClick={() => run(command)}>
      <Icon aria-hidden />
    </ToolButton>
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
      <ToolButton label={texts.link} pressed={state.link} onClick={onLink}>
        <Link2 aria-hidden />
      </ToolButton>
      <Divider />
      {tool(texts.bullets, List, toggleList(nodes.bullet_list), state.bullets)}
      {tool(texts.numbers, ListOrdered, toggleList(nodes.ordered_list), state.numbers)}
      {tool(texts.quote, TextQuote, toggleQuote, state.quote)}
      {tool(texts.rule, Minus, insertRule)}
      <Divider />
      {tool(texts.footnote, Superscript, insertFootnote, undefined, state.block !== 'paragraph' && !state.inTable)}
      {tool(texts.jump, MoveVertical, jumpOfFootnote)}
      {state.inTable ? <TableTools run={run} /> : tool(texts.table, Table2, insertTable)}
      <span className="ml-auto">
        <ToolButton label={texts.source} pressed={showsSource} onClick={onToggleSource}>
          <FileCode aria-hidden />
        </ToolButton>
      </span>
    </div>
  );
}

const Divider = () => <span aria-hidden className="mx-1 h-5 w-px bg-line max-md:hidden" />;
