import { ArrowDown, ArrowUp } from 'lucide-react';
import { compareTexts } from '../../texts/en/compare.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { useSingleKeys } from '../../ui/keys/single-keys.ts';
import type { ChangeSteps } from './use-change-steps.ts';

/** Shows the number of changes and the current one, with buttons to the previous and the next. */
export function ChangeStepper({ changes, steps }: { changes: number; steps: ChangeSteps }) {
  const singleKeys = useSingleKeys();
  return (
    <>
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
    </>
  );
}
