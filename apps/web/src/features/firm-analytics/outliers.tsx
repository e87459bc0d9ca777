import { Link } from '@tanstack/react-router';
import { formatScore } from '../../format/format.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { Section } from '../../ui/layout/section.tsx';
import type { Outlier } from './sum-up-runs.ts';

const texts = firmAnalyticsTexts.outliers;

/** Lists engagements whose newest run deserves a look, with the reason. */
export function Outliers({ outliers }: { outliers: readonly Outlier[] }) {
  return (
    <Section title={texts.title}>
      <ul className="flex flex-col gap-2">
        {outliers.map((outlier) => (
          <li key={outlier.run.engagementId} className="wrap-anywhere">
            <Link
              to="/engagements/$engagementId/analytics"
              params={{ engagementId: outlier.run.engagementId }}
              className={linkStyle}
            >
              {outlier.run.name}
            </Link>
            <span className="text-muted">: {describe(outlier)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function describe({ kind, value, run }: Outlier): string {
  if (kind === 'unfinished') return texts.unfinished(value, run.tasks);
  return kind === 'low_score' ? texts.lowScore(formatScore(value)) : texts.dear(value.toFixed(1));
}
