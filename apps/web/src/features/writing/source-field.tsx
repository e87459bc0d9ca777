import { useEffect, useId, useRef, useState } from 'react';
import { writingTexts } from '../../texts/en/documents/writing.ts';

const texts = writingTexts.source;
const settleMs = 300;

interface SourceFieldProps {
  /** The text as markdown; read again when `revision` changes. */
  read: () => string;
  revision: number;
  onChange: (markdown: string) => void;
}

/**
 * The source of the text beside it. A plain text area: CodeMirror would add 87 KB for colours. What is typed here
 * reaches the text after a moment, and the other way round.
 */
export function SourceField({ read, revision, onChange }: SourceFieldProps) {
  const id = useId();
  const [value, setValue] = useState(read);
  const waiting = useRef<{ timer: number; send: () => void } | null>(null);
  const latest = useRef({ read, onChange });
  latest.current = { read, onChange };
  useEffect(() => {
    if (waiting.current !== null) return undefined;
    const timer = window.setTimeout(() => setValue(latest.current.read()), revision === 0 ? 0 : settleMs);
    return () => window.clearTimeout(timer);
  }, [revision]);
  useEffect(() => () => waiting.current?.send(), []);
  const change = (markdown: string) => {
    setValue(markdown);
    if (waiting.current) window.clearTimeout(waiting.current.timer);
    const send = () => {
      if (waiting.current) window.clearTimeout(waiting.current.timer);
      waiting.current = null;
      latest.current.onChange(markdown);
    };
    waiting.current = { timer: window.setTimeout(send, settleMs), send };
  };
  return (
    <div className="flex h-full min-h-0 flex-col gap-1.5 p-4">
      <label htmlFor={id} className="font-medium text-sm">
        {texts.label}
      </label>
      <textarea
        id={id}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => waiting.current?.send()}
        className="min-h-0 w-full flex-1 resize-none rounded-lg border border-line-strong/60 bg-surface p-3 font-mono text-[13px] leading-6"
      />
      <p id={`${id}-hint`} className="text-muted text-sm">
        {texts.hint}
      </p>
    </div>
  );
}
