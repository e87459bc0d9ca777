import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { formatCount, formatDay, formatUsd } from '../../format/format.ts';
import { pendingTexts } from '../../texts/en/pending.ts';
import { FactLine } from '../../ui/layout/fact-line.tsx';

const texts = pendingTexts.facts;

/** Shows budget, tasks and age of an engagement in one line. */
export function PendingFacts({ engagement }: { engagement: EngagementDetail }) {
  const { budget, tasks, createdAt } = engagement;
  const facts = [
    [texts.budget, formatUsd(budget)],
    [texts.tasks, tasks.length > 0 ? formatCount(tasks.length) : texts.planned],
    [texts.created, formatDay(createdAt)],
  ] as const;
  return <FactLine facts={facts} />;
}
