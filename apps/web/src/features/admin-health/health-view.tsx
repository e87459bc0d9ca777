import { CloudOff } from 'lucide-react';
import { FigureTiles } from '../../charts/figure-tiles.tsx';
import { formatCount, formatTime } from '../../format/format.ts';
import { adminHealthTexts } from '../../texts/en/admin-health.ts';
import { LatencyFigure } from './latency-figure.tsx';
import { PartCard } from './part-card.tsx';
import { type HealthSample, parts } from './queries.ts';

const { tiles } = adminHealthTexts;

interface HealthViewProps {
  samples: readonly HealthSample[];
  latest: HealthSample;
  /** The last request got no response. */
  isStale: boolean;
}

/** Shows parts, counts and latencies from the latest response. */
export function HealthView({ samples, latest, isStale }: HealthViewProps) {
  const { health, atMs } = latest;
  return (
    <>
      {isStale && (
        <div role="alert" className="flex items-start gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <span className="font-semibold">{adminHealthTexts.stale.title}.</span>{' '}
            <span className="figures">{adminHealthTexts.stale.advice(formatTime(new Date(atMs)))}</span>
          </p>
        </div>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {parts.map((part) => (
          <PartCard key={part} part={part} state={health[part]} isStale={isStale} />
        ))}
      </ul>
      <FigureTiles
        tiles={[
          { label: tiles.activeRuns, value: formatCount(health.activeRuns), note: tiles.activeNote },
          { label: tiles.errors, value: formatCount(health.errorsLast24h), note: tiles.errorsNote },
          { label: tiles.engagements, value: formatCount(health.totalEngagements), note: tiles.engagementsNote },
        ]}
      />
      <LatencyFigure samples={samples} />
    </>
  );
}
