import type { EngagementDetail } from '@ecp/contract/engagements';
import { formatCount, formatDay, formatUsd } from '../../format/format.ts';
import { draftTexts } from '../../texts/en/draft.ts';

const texts = draftTexts.facts;

/** Budget, tasks and age of an engagement, in one line. */
export function DraftFacts({ engagement }: { engagement: EngagementDetail }) {
  const { budget, tasks, createdAt } = engagement;
  const facts = [
    [texts.budget, formatUsd(budget)],
    [texts.tasks, tasks.length > 0 ? formatCount(tasks.length) : texts.planned],
    [texts.created, formatDay(createdAt)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
