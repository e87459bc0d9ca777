import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useContext } from 'react';
import type { NumberedCitation } from '../../../domain/citations/index-citations.ts';
import { FigureValues } from '../../../domain/figures/figure-values.tsx';
import { findFigures } from '../../../domain/figures/find-figures.ts';
import { figuresQuery, type LedgerFigure } from '../../../domain/figures/queries.ts';
import { figureTexts } from '../../../texts/en/analytics/figures.ts';
import { linkStyle } from '../../../ui/layout/link-style.ts';
import { Badge } from '../../../ui/states/badge.tsx';
import { ReadingContext } from './reading-context.ts';

/**
 * Shows where else the figures of a statement stand, and whether another document gives them otherwise (contract 10).
 */
export function Elsewhere({ citation }: { citation: NumberedCitation }) {
  const { engagementId, filename } = useContext(ReadingContext);
  const { data = [] } = useQuery(figuresQuery(engagementId));
  const figures = findFigures(data, filename, citation.claim).filter(({ values }) => values.length > 1);
  if (figures.length === 0) return null;
  return (
    <section aria-label={figureTexts.elsewhere.title} className="flex min-w-0 flex-col gap-2 border-t pt-3">
      <h3 className="text-muted text-xs">{figureTexts.elsewhere.title}</h3>
      {figures.map((figure) => (
        <OneFigure key={figure.id} engagementId={engagementId} filename={filename} figure={figure} />
      ))}
    </section>
  );
}

interface OneFigureProps {
  engagementId: string;
  filename: string;
  figure: LedgerFigure;
}

function OneFigure({ engagementId, filename, figure: { id, label, period, conflict, values } }: OneFigureProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/engagements/$engagementId/figures"
          params={{ engagementId }}
          search={{ figure: id }}
          className={`wrap-anywhere min-w-0 ${linkStyle}`}
        >
          {[label, period].filter(Boolean).join(', ')}
        </Link>
        {conflict && (
          <Badge tone="danger">
            <TriangleAlert aria-hidden className="size-3.5" />
            {figureTexts.conflict}
          </Badge>
        )}
      </p>
      <FigureValues engagementId={engagementId} label={figureTexts.values(label)} values={values} here={filename} />
    </div>
  );
}
