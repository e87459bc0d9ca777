import type { RunQuality } from '@ecp/contract/work/runs';
import { BarList } from '../../charts/bar-list.tsx';
import { formatShare } from '../../format/format.ts';
import { analyticsTexts } from '../../texts/en/analytics/analytics.ts';

interface QualityCriteriaProps {
  criteria: RunQuality['scores'][number]['criteria'];
  label: string;
}

/** Shows the score of each criterion of the rubric with the evaluator's remark. */
export function QualityCriteria({ criteria, label }: QualityCriteriaProps) {
  return (
    <BarList
      label={label}
      max={100}
      bars={criteria.map(({ id, name, score, weight, comment }) => ({
        key: id,
        label: (
          <>
            {name ?? id}
            {weight !== undefined && (
              <span className="text-muted text-sm"> {analyticsTexts.quality.weight(formatShare(weight))}</span>
            )}
          </>
        ),
        value: score,
        text: String(score),
        note: comment,
      }))}
    />
  );
}
