import type { Plan } from '@ecp/contract/work/plans';
import { formatUsd } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';

const texts = planTexts.cost;
const percent = (share: number) => `${Math.min(100, share * 100)}%`;

/** Draws the cost range against the remaining budget as a bar. */
export function CostRangeFigure({ cost, left }: { cost: Plan['cost']; left: number }) {
  const { low, expected, high } = cost;
  const whole = Math.max(high, left) * 1.05;
  const exceeds = high > left;
  return (
    <div
      role="img"
      aria-label={texts.picture(formatUsd(expected), formatUsd(low), formatUsd(high), formatUsd(left))}
      className="flex flex-col gap-2"
    >
      <div className="relative h-8">
        <div className="absolute inset-x-0 top-2.5 h-3 rounded-full bg-sunken" />
        <div
          className={`absolute top-2.5 h-3 min-w-1.5 rounded-full opacity-45 ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          style={{ left: percent(low / whole), width: percent((high - low) / whole) }}
        />
        <div
          className={`absolute top-1.5 h-5 w-0.75 rounded-full ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          style={{ left: percent(expected / whole) }}
        />
        <div
          className="absolute inset-y-0 border-ink border-l-2 border-dashed"
          style={{ left: percent(left / whole) }}
        />
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        <Legend
          mark={`h-3 w-4 rounded-full opacity-45 ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          text={texts.legend.range}
        />
        <Legend
          mark={`h-4 w-0.75 rounded-full ${exceeds ? 'bg-danger-fill' : 'bg-accent'}`}
          text={texts.legend.expected}
        />
        <Legend mark="h-4 border-ink border-l-2 border-dashed" text={texts.legend.left} />
      </ul>
    </div>
  );
}

function Legend({ mark, text }: { mark: string; text: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span className={mark} />
      {text}
    </li>
  );
}
