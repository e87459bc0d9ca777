import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FigureValues } from '../../domain/figures/figure-values.tsx';
import type { LedgerFigure } from '../../domain/figures/queries.ts';
import { figureTexts } from '../../texts/en/analytics/figures.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Badge } from '../../ui/states/badge.tsx';

/** An engagement may have thousands of figures. */
const shownAtOnce = 100;

interface FigureListProps {
  engagementId: string;
  figures: readonly LedgerFigure[];
  /** Id of the figure to scroll to. */
  selected: string | undefined;
}

/** Lists figures, a hundred at a time and as far as the selected one. */
export function FigureList({ engagementId, figures, selected }: FigureListProps) {
  const [limit, setLimit] = useState(shownAtOnce);
  const upTo = Math.max(limit, figures.findIndex(({ id }) => id === selected) + 1);
  return (
    <>
      <ul aria-label={figureTexts.list} className="divide-y rounded-xl border bg-surface">
        {figures.slice(0, upTo).map((figure) => (
          <FigureItem key={figure.id} engagementId={engagementId} figure={figure} isSelected={figure.id === selected} />
        ))}
      </ul>
      {figures.length > upTo && (
        <Button className="self-center" onClick={() => setLimit(upTo + shownAtOnce)}>
          {figureTexts.more(figures.length - upTo)}
        </Button>
      )}
    </>
  );
}

interface FigureItemProps {
  engagementId: string;
  figure: LedgerFigure;
  isSelected: boolean;
}

function FigureItem({ engagementId, figure, isSelected }: FigureItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'center' });
  }, [isSelected]);
  const { label, unit, period, conflict, values } = figure;
  return (
    <li
      ref={item}
      aria-current={isSelected || undefined}
      className={classNames(
        'grid gap-x-6 gap-y-2 px-4 py-3.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]',
        isSelected && 'bg-accent-soft/50',
      )}
    >
      <div className="min-w-0">
        <h3 dir="auto" className="wrap-anywhere font-medium">
          {label}
        </h3>
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {[period, unit].filter(Boolean).join(' · ')}
          {conflict && (
            <span title={figureTexts.conflictHint}>
              <Badge tone="danger">
                <TriangleAlert aria-hidden className="size-3.5" />
                {figureTexts.conflict}
              </Badge>
            </span>
          )}
        </p>
      </div>
      <FigureValues engagementId={engagementId} label={figureTexts.values(label)} values={values} />
    </li>
  );
}
