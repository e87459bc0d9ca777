import { ArrowDown, ArrowRight, ArrowUp, Columns2, Rows2 } from 'lucide-react';
import { useSingleKeys } from '../../shell/single-keys.ts';
import { compareTexts } from '../../texts/en/compare.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { stuckToTop } from '../../ui/stuck-bar.ts';
import { VersionPicker } from '../review/version-picker.tsx';
import type { Comparison } from './compare-texts.ts';
import type { ChangeSteps } from './use-change-steps.ts';

interface CompareToolbarProps {
  versions: readonly { version: number }[];
  from: number;
  to: number;
  onChoose: (from: number, to: number) => void;
  isSplit: boolean;
  onLayout: (isSplit: boolean) => void;
  comparison: Comparison | undefined;
  changes: number;
  steps: ChangeSteps;
}

/** Which versions are compared, how much changed, and the way from change to change; stays at the upper edge. */
export function CompareToolbar(props: CompareToolbarProps) {
  const { versions, from, to, onChoose, isSplit, onLayout, comparison, changes, steps } = props;
  const singleKeys = useSingleKeys();
  return (
    <div
      ref={stuckToTop}
      className="sticky top-12 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-t-xl border-b bg-surface px-4 py-2 md:top-0"
    >
      <div className="flex items-center gap-2">
        <VersionPicker
          label={compareTexts.from}
          versions={versions}
          value={from}
          onChange={(version) => onChoose(version, to)}
        />
        <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
        <VersionPicker
          label={compareTexts.to}
          versions={versions}
          value={to}
          onChange={(version) => onChoose(from, version)}
        />
      </div>
      {comparison && changes > 0 && <Amount comparison={comparison} />}
      <div className="ml-auto flex items-center gap-1">
        <span aria-live="polite" className="figures whitespace-nowrap px-1 text-muted text-sm">
          {steps.current === null ? compareTexts.changes(changes) : compareTexts.position(steps.current + 1, changes)}
        </span>
        <IconButton
          label={compareTexts.previous}
          aria-keyshortcuts={singleKeys ? 'p' : undefined}
          disabled={changes === 0}
          onClick={steps.previous}
        >
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label={compareTexts.next}
          aria-keyshortcuts={singleKeys ? 'n' : undefined}
          disabled={changes === 0}
          onClick={steps.next}
        >
          <ArrowDown aria-hidden />
        </IconButton>
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
      </div>
    </div>
  );
}

function Amount({ comparison: { wordsAdded, wordsRemoved } }: { comparison: Comparison }) {
  return (
    <p className="figures flex flex-wrap gap-x-3 text-sm">
      <span className="text-good">{compareTexts.wordsAdded(wordsAdded)}</span>
      <span className="text-danger">{compareTexts.wordsRemoved(wordsRemoved)}</span>
    </p>
  );
}
