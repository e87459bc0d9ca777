import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { DataTable } from '../../../domain/data/queries.ts';
import { createSqlView, replaceText, showTables } from './create-sql-view.ts';

interface SqlEditorProps {
  /** The text area that this editor takes over from. */
  plain: RefObject<HTMLTextAreaElement | null>;
  value: string;
  maxLength: number;
  hint: string;
  tables: readonly DataTable[];
  onChange: (sql: string) => void;
  onRun: (sql: string) => void;
  onReady: () => void;
}

/** The editor with colours and completion. Only `sql-field.tsx` imports it, when the field is first used. */
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
    takeOver(plain.current, made);
    latest.current.onReady();
    return () => made.destroy();
  }, []);
  useEffect(() => {
    // An older text of the editor's own comes back late while somebody types, and must not replace the newer one.
    const at = told.current.indexOf(value);
    told.current = at === -1 ? [] : told.current.slice(at + 1);
    if (view.current && at === -1) replaceText(view.current, value);
  }, [value]);
  useEffect(() => {
    if (view.current) showTables(view.current, tables);
  }, [tables]);
  return <div ref={host} className="min-w-0 rounded-lg outline-accent outline-offset-1 focus-within:outline-2" />;
}

/** Puts the selection of the text area into the editor, and the focus if the text area has it. */
function takeOver(plain: HTMLTextAreaElement | null, view: EditorView): void {
  if (!plain) return;
  const length = view.state.doc.length;
  const anchor = Math.min(plain.selectionStart, length);
  view.dispatch({ selection: { anchor, head: Math.min(plain.selectionEnd, length) } });
  if (document.activeElement === plain) view.focus();
}
