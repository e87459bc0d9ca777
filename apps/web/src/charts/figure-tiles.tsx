import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** One figure of a row. */
export interface FigureTile {
  label: string;
  value: ReactNode;
  /** What the figure is measured by, or where it comes from. */
  note?: ReactNode;
}

/** The few figures that matter most, side by side. */
export function FigureTiles({ tiles }: { tiles: readonly FigureTile[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {tiles.map(({ label, value, note }, index) => (
        <div
          key={label}
          className={classNames(
            'min-w-0 bg-surface px-4 py-3',
            // The last one fills what is left of its row on narrow screens.
            index === tiles.length - 1 && 'max-lg:col-[auto/-1]',
          )}
        >
          <dt className="truncate text-muted text-sm">{label}</dt>
          <dd className="figures mt-0.5 font-semibold text-xl tracking-tight">{value}</dd>
          {note && <dd className="figures mt-0.5 text-muted text-sm">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
