import { gridLimits } from '@ecp/contract/values/limits';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type GridColumn, type GridValue, readValue } from './cells.ts';

/** How far the cursor goes after an edit. */
interface Step {
  rows: number;
  columns: number;
}

interface CellEditorProps {
  label: string;
  column: GridColumn;
  /** The text with which it opens: what the cell holds, or the first typed letter. */
  text: string;
  /** Called once, with the value or without one if the edit is given up. */
  onEnd: (value: GridValue | undefined, by: Step) => void;
}

const stay: Step = { rows: 0, columns: 0 };

/** The field in place of a cell. Enter and Tab take the value and go on, Escape gives it up. */
export function CellEditor({ label, column, text: opened, onEnd }: CellEditorProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(opened);
  const [problem, setProblem] = useState<string>();
  const isOver = useRef(false);
  useEffect(() => {
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const end = (value: GridValue | undefined, by: Step) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, by);
  };
  const take = (by: Step) => {
    const read = readValue(text, column);
    if ('problem' in read) setProblem(read.problem);
    else end(read.value, by);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const back = event.shiftKey ? -1 : 1;
    if (event.key === 'Enter') take({ rows: back, columns: 0 });
    else if (event.key === 'Tab') take({ rows: 0, columns: back });
    else if (event.key === 'Escape') end(undefined, stay);
    else return;
    event.preventDefault();
  };
  const leave = () => {
    const read = readValue(text, column);
    const isChanged = text !== opened;
    end(isChanged && !('problem' in read) ? read.value : undefined, stay);
  };
  return (
    <div className="absolute inset-0 z-10">
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        aria-invalid={problem === undefined ? undefined : true}
        aria-describedby={problem === undefined ? undefined : id}
        value={text}
        maxLength={gridLimits.value}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
        className="field-sizing-content max-h-60 min-h-full w-full resize-none bg-surface px-3 py-2 shadow-lg outline-2 outline-accent-text -outline-offset-2"
      />
      {problem !== undefined && (
        <p
          id={id}
          role="alert"
          className="rounded-b-lg bg-danger-soft px-3 py-1.5 text-danger text-sm shadow-lg"
        >
          {problem}
        </p>
      )}
    </div>
  );
}
