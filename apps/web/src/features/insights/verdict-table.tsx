import { insightTexts } from '../../texts/en/insights.ts';
import { classNames } from '../../ui/class-names.ts';
import { type Evidence, readList, readNumber, readWords } from './read-evidence.ts';

const texts = insightTexts.agreement;
const verdicts = ['approve', 'request_revision', 'reject'] as const;

/** How often evaluator and reviewers gave each pair of verdicts; those on the diagonal are the same. */
export function VerdictTable({ evidence }: { evidence: Evidence }) {
  const pairs = readList(evidence, 'verdicts');
  const count = (evaluator: string, reviewer: string) => {
    const pair = pairs.find(
      (entry) => readWords(entry, 'evaluator') === evaluator && readWords(entry, 'reviewer') === reviewer,
    );
    return pair ? (readNumber(pair, 'count') ?? 0) : 0;
  };
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
