import type { InsightEvidence } from '@ecp/contract/reach/insights';
import { BarList } from '../../charts/bar-list.tsx';
import { RangeBar } from '../../charts/range-bar.tsx';
import { formatShare } from '../../format/format.ts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { VerdictTable } from './verdict-table.tsx';

const texts = firmAnalyticsTexts.agreement;

/**
 * Shows how well the evaluator's verdicts agree with people's: kappa, the agreement by chance and the base rate, as
 * text and as a table (docs/decisions/rubric-agreement.md).
 */
export function AgreementFigure({ evidence }: { evidence: InsightEvidence<'rubric_agreement'> }) {
  const { outcome, kappa, margin, observedAgreement, baseRate, thresholds, verdicts } = evidence;
  const shares = [
    { label: texts.observed, value: observedAgreement },
    { label: texts.baseRate, value: baseRate },
  ];
  return (
    <div className="flex flex-col gap-4">
      {kappa !== null && (
        <div>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-medium text-muted text-sm">{texts.kappa}</span>
            <span className="figures whitespace-nowrap font-semibold">
              {kappa.toFixed(2)}
              {margin !== null && <span className="text-muted"> ± {margin.toFixed(2)}</span>}
            </span>
          </p>
          <RangeBar
            low={kappa - (margin ?? 0)}
            expected={kappa}
            high={kappa + (margin ?? 0)}
            min={Math.min(0, kappa - (margin ?? 0))}
            max={1}
            format={(value) => value.toFixed(2)}
            label={texts.kappa}
          />
          <p className="mt-1 text-muted text-sm">{texts.scale}</p>
        </div>
      )}
      {outcome !== 'too_few_reviews' && <p>{texts.words[outcome]}</p>}
      <BarList
        label={texts.observed}
        max={1}
        bars={shares.flatMap(({ label, value }) =>
          value === null ? [] : [{ key: label, label, value, text: formatShare(value) }],
        )}
      />
      <VerdictTable pairs={verdicts} />
      <p className="text-muted text-sm">{texts.thresholds(thresholds.approve, thresholds.reject)}</p>
    </div>
  );
}
