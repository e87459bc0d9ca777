import type { InsightEvidence } from '@ecp/contract/reach/insights';
import { type Verdict, verdicts } from '@ecp/contract/values/verdicts';
import { firmAnalyticsTexts } from '../../texts/en/analytics/firm-analytics.ts';
import { classNames } from '../../ui/class-names.ts';

const texts = firmAnalyticsTexts.agreement;

/** Shows how often evaluator and reviewers gave each pair of verdicts. On the diagonal they agree. */
export function VerdictTable({ pairs }: { pairs: InsightEvidence<'rubric_agreement'>['verdicts'] }) {
  const count = (evaluator: Verdict, reviewer: Verdict) =>
    pairs.find((pair) => pair.evaluator === evaluator && pair.reviewer === reviewer)?.count ?? 0;
  return (
    <table className="figures w-full text-sm">
      <caption className="sr-only">{texts.table}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            {texts.evaluator} ↓ · {texts.reviewer} →
          </th>
          {verdicts.map((reviewer) => (
            <th key={reviewer} scope="col" className="px-2 py-1 text-right font-normal">
              {texts.verdicts[reviewer]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {verdicts.map((evaluator) => (
          <tr key={evaluator} className="border-t">
            <th scope="row" className="py-1 text-left font-normal">
              {texts.verdicts[evaluator]}
            </th>
            {verdicts.map((reviewer) => (
              <td
                key={reviewer}
                className={classNames('px-2 py-1 text-right', evaluator === reviewer && 'bg-accent-soft font-semibold')}
              >
                {count(evaluator, reviewer)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
