import { useId, useRef, useState } from 'react';
import type { DataTable } from '../../../domain/data/queries.ts';
import { dataTexts } from '../../../texts/en/data.ts';
import { classNames } from '../../../ui/class-names.ts';
import { defer } from '../../../ui/defer.ts';
import { controlStyle } from '../../../ui/fields/control-style.ts';

const editor = defer(() => import('./sql-editor.tsx'));
const texts = dataTexts.editor;

interface SqlFieldProps {
  value: string;
  maxLength: number;
  hint: string;
  tables: readonly DataTable[];
  onChange: (sql: string) => void;
  onRun: (sql: string) => void;
}

/**
 * A field for SQL. It is a plain text area until somebody points at it or focuses it: then the editor with colours and
 * completion loads, and takes text, selection and focus over. Tab leaves both.
 */
export function SqlField({ value, maxLength, hint, tables, onChange, onRun }: SqlFieldProps) {
  const id = useId();
  const plain = useRef<HTMLTextAreaElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [isComposing, setIsComposing] = useState(false);
  const [isTakenOver, setIsTakenOver] = useState(false);
  const parts = editor.useModule(isWanted);
  const want = () => setIsWanted(true);
  return (
    <div className="flex flex-col gap-1.5">
      {isTakenOver ? (
        <span className="font-medium">{texts.label}</span>
      ) : (
        <label htmlFor={id} className="font-medium">
          {texts.label}
        </label>
      )}
      {!isTakenOver && (
        <textarea
          ref={plain}
          id={id}
          aria-describedby={`${id}-hint`}
          rows={7}
          spellCheck={false}
          autoCapitalize="off"
          maxLength={maxLength}
          placeholder={texts.placeholder}
          value={value}
          onPointerEnter={want}
          onFocus={want}
          onCompositionStart={() => setIsComposing(true)}
          onCompositionEnd={() => setIsComposing(false)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) onRun(currentTarget.value);
          }}
          className={classNames(controlStyle, 'h-44 resize-y py-2.5 font-mono text-sm leading-6')}
        />
      )}
      {parts && (isTakenOver || !isComposing) && (
        <parts.SqlEditor
          plain={plain}
          value={value}
          maxLength={maxLength}
          hint={hint}
          tables={tables}
          onChange={onChange}
          onRun={onRun}
          onReady={() => setIsTakenOver(true)}
        />
      )}
      <p id={`${id}-hint`} className="text-muted text-sm">
        {hint}
      </p>
    </div>
  );
}
