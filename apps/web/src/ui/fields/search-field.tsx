import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { controlStyle } from './control-style.ts';

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when the user pauses typing. */
  onSearch: (text: string) => void;
  className?: string | undefined;
}

const pauseMs = 200;

/** A search box. The `/` key focuses it. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // A link or the browser's Back button changed the value.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onSearch(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className={classNames('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={classNames(controlStyle, 'h-9 pl-8')}
      />
    </div>
  );
}
