import { Columns2, Rows2 } from 'lucide-react';
import { compareTexts } from '../../texts/en/compare.ts';
import { classNames } from '../../ui/class-names.ts';

interface LayoutSwitchProps {
  isSplit: boolean;
  onLayout: (isSplit: boolean) => void;
}

/** Switches between side by side and inline. A phone has room for inline only, so it has no switch. */
export function LayoutSwitch({ isSplit, onLayout }: LayoutSwitchProps) {
  return (
    <fieldset className="ml-2 hidden rounded-lg border p-0.5 md:flex">
      <legend className="sr-only">{compareTexts.layout}</legend>
      {[true, false].map((split) => (
        <button
          key={String(split)}
          type="button"
          aria-pressed={split === isSplit}
          onClick={() => onLayout(split)}
          className={classNames(
            'flex h-7 items-center gap-1.5 rounded-md px-2 text-sm',
            split === isSplit ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover',
          )}
        >
          {split ? <Columns2 aria-hidden className="size-3.5" /> : <Rows2 aria-hidden className="size-3.5" />}
          {split ? compareTexts.split : compareTexts.inline}
        </button>
      ))}
    </fieldset>
  );
}
