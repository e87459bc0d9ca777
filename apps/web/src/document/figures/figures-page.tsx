import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Sigma, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { figuresQuery, type LedgerFigure } from '../../base/api/document-queries.ts';
import { hasEveryWord } from '../../base/format/words.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Button } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { CheckboxField, SearchField } from '../../base/ui/fields/fields.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { FigureValues, figureTexts } from '../figure-values.tsx';
import { ConflictList } from './conflicts.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/figures');

export function FiguresPage() {
  const { engagementId } = route.useParams();
  const { figure, conflict } = route.useSearch();
  const { data, error, isLoadingError, refetch } = useQuery(figuresQuery(engagementId));
  if (isLoadingError) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={5} className="h-20 w-full" />;
  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-3xl text-muted">{figureTexts.description}</p>
      <ConflictList engagementId={engagementId} selected={conflict} />
      {data.length === 0 ? (
        <EmptyState icon={Sigma} title={figureTexts.empty.title}>
          {figureTexts.empty.advice}
        </EmptyState>
      ) : (
        <Figures engagementId={engagementId} figures={data} selected={figure} />
      )}
    </div>
  );
}

interface FiguresProps {
  engagementId: string;
  figures: readonly LedgerFigure[];
  selected: string | undefined;
}

function Figures({ engagementId, figures, selected }: FiguresProps) {
  const [typed, setTyped] = useState('');
  const [onlyConflicts, setOnlyConflicts] = useState(false);
  const conflicts = figures.filter(({ conflict }) => conflict).length;
  const shown = figures.filter(
    (figure) => (figure.conflict || !onlyConflicts) && hasEveryWord(wordsOf(figure), typed),
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <h2 className="figures font-semibold">{figureTexts.summary(figures.length, conflicts)}</h2>
        <SearchField
          label={figureTexts.search}
          value={typed}
          onSearch={setTyped}
          className="min-w-52 flex-1 sm:max-w-80"
        />
        {conflicts > 0 && (
          <CheckboxField
            label={figureTexts.onlyConflicts}
            checked={onlyConflicts}
            onChange={({ currentTarget }) => setOnlyConflicts(currentTarget.checked)}
          />
        )}
      </div>
      {shown.length === 0 ? (
        <p className="text-muted">{figureTexts.noMatch}</p>
      ) : (
        <FigureList engagementId={engagementId} figures={shown} selected={selected} />
      )}
    </>
  );
}

const wordsOf = ({ label, unit, period, values }: LedgerFigure) =>
  [label, unit, period, ...values.flatMap(({ text, filename }) => [text, filename])].join(' ');

/** An engagement may have thousands of figures. */
const shownAtOnce = 50;

interface FigureListProps {
  engagementId: string;
  figures: readonly LedgerFigure[];
  selected: string | undefined;
}

function FigureList({ engagementId, figures, selected }: FigureListProps) {
  const [limit, setLimit] = useState(shownAtOnce);
  const upTo = Math.max(limit, figures.findIndex(({ id }) => id === selected) + 1);
  return (
    <>
      <ul aria-label={figureTexts.list} className="divide-y rounded-xl border bg-surface">
        {figures.slice(0, upTo).map((figure) => (
          <FigureItem
            key={figure.id}
            engagementId={engagementId}
            figure={figure}
            isSelected={figure.id === selected}
          />
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
        'grid items-baseline gap-x-6 px-4 py-1.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]',
        isSelected && 'bg-accent-soft/50',
      )}
    >
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-2.5">
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
      <FigureValues
        engagementId={engagementId}
        label={figureTexts.values(label)}
        values={values}
        isCompact
      />
    </li>
  );
}
