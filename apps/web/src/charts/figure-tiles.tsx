import type { ReactNode } from 'react';

/** One figure of a row. */
interface FigureTile {
  label: string;
  value: ReactNode;
  /** How the figure is measured, or where it comes from. */
  note?: ReactNode;
}

/** Shows the few most important figures side by side. */
export function FigureTiles({ tiles }: { tiles: readonly FigureTile[] }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border bg-line">
      {tiles.map(({ label, value, note }) => (
        <div key={label} className="min-w-0 flex-1 basis-36 bg-surface px-4 py-3">
          <dt className="truncate text-muted text-sm">{label}</dt>
          <dd className="figures mt-0.5 font-semibold text-xl tracking-tight">{value}</dd>
          {note && <dd className="figures mt-0.5 text-muted text-sm">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
