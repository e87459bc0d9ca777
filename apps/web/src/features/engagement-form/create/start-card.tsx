import { useId } from 'react';

interface StartCardProps {
  name: string;
  hint: string;
  /** Size of the template. */
  remark?: string;
  checked: boolean;
  onChoose: () => void;
}

/** One starting point: a radio button that looks like a card. */
export function StartCard({ name, hint, remark, checked, onChoose }: StartCardProps) {
  const id = useId();
  return (
    <label className="relative flex min-w-0 cursor-pointer flex-col rounded-lg border px-3.5 sm:h-26 py-2.5 transition-colors hover:bg-hover has-checked:border-accent-text has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
      <input
        type="radio"
        name="start"
        checked={checked}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span id={`${id}-name`} className="truncate font-medium" title={name}>
        {name}
      </span>
      <span id={`${id}-hint`} className="line-clamp-2 text-muted text-sm" title={hint}>
        {hint}
      </span>
      {remark && <span className="figures mt-auto truncate text-muted text-xs">{remark}</span>}
    </label>
  );
}
