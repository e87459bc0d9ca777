import { formatUsd } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { ProgressBar } from '../../ui/states/progress-bar.tsx';

const texts = runTexts.figures;
/** From this share on, the bar warns. */
const nearlySpent = 0.9;

interface BudgetFigureProps {
  /** Budget of the engagement in US dollars, for all of its runs (BUD-1). */
  budget: number;
  spent: number;
  /** Part of `spent` that earlier runs cost. */
  earlier: number;
}

/** Shows the cost against the budget, and what is left. */
export function BudgetFigure({ budget, spent, earlier }: BudgetFigureProps) {
  const left = Math.max(0, budget - spent);
  return (
    <div className="col-span-2 bg-surface px-4 py-3 lg:col-span-1">
      <dt className="text-muted text-sm">{texts.budget}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-1.5">
        <span className="figures font-semibold text-xl tracking-tight">{formatUsd(spent)}</span>
        <span className="figures text-muted">{texts.spentOf(formatUsd(budget))}</span>
      </dd>
      <dd className="mt-2">
        <ProgressBar
          label={`${texts.budget}: ${formatUsd(spent)} ${texts.spentOf(formatUsd(budget))}`}
          value={spent / budget}
          tone={spent >= budget * nearlySpent ? 'danger' : 'accent'}
        />
      </dd>
      <dd className="figures mt-1.5 flex flex-wrap justify-between gap-x-3 text-muted text-xs">
        <span>{texts.left(formatUsd(left))}</span>
        {earlier > 0 && <span>{texts.earlier(formatUsd(earlier))}</span>}
      </dd>
    </div>
  );
}
