import { ArrowRight } from 'lucide-react';
import { VersionPicker } from '../../domain/deliverables/version-picker.tsx';
import { compareTexts } from '../../texts/en/compare.ts';
import { stickToTop } from '../../ui/layout/sticky-bar.ts';
import { ChangeStepper } from './change-stepper.tsx';
import type { TextComparison } from './compare-texts.ts';
import { LayoutSwitch } from './layout-switch.tsx';
import type { ChangeSteps } from './use-change-steps.ts';

interface CompareToolbarProps {
  versions: readonly { version: number }[];
  from: number;
  to: number;
  onChoose: (from: number, to: number) => void;
  isSplit: boolean;
  onLayout: (isSplit: boolean) => void;
  comparison: TextComparison | undefined;
  changes: number;
  steps: ChangeSteps;
}

/** Chooses the compared versions, shows the number of changes and steps through them. It sticks to the top edge. */
export function CompareToolbar(props: CompareToolbarProps) {
  const { versions, from, to, onChoose, isSplit, onLayout, comparison, changes, steps } = props;
  return (
    <div
      ref={stickToTop}
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
        <ChangeStepper changes={changes} steps={steps} />
        <LayoutSwitch isSplit={isSplit} onLayout={onLayout} />
      </div>
    </div>
  );
}

function Amount({ comparison: { wordsAdded, wordsRemoved } }: { comparison: TextComparison }) {
  return (
    <p className="figures flex flex-wrap gap-x-3 text-sm">
      <span className="text-good">{compareTexts.wordsAdded(wordsAdded)}</span>
      <span className="text-danger">{compareTexts.wordsRemoved(wordsRemoved)}</span>
    </p>
  );
}
