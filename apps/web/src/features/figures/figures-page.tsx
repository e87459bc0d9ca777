import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Sigma } from 'lucide-react';
import { useState } from 'react';
import { figuresQuery, type LedgerFigure } from '../../domain/figures/queries.ts';
import { hasEveryWord } from '../../forms/has-every-word.ts';
import { figureTexts } from '../../texts/en/analytics/figures.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ConflictList } from './conflict-list.tsx';
import { FigureList } from './figure-list.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/figures');

/**
 * Lists the figures of the latest documents, conflicts first, each with its values and their documents (contract 10).
 */
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
  /** Id of the figure that the address names. */
  selected: string | undefined;
}

function Figures({ engagementId, figures, selected }: FiguresProps) {
  const [typed, setTyped] = useState('');
  const [onlyConflicts, setOnlyConflicts] = useState(false);
  const conflicts = figures.filter(({ conflict }) => conflict).length;
  const shown = figures.filter((figure) => (figure.conflict || !onlyConflicts) && hasEveryWord(wordsOf(figure), typed));
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
