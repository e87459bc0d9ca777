import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { formatCount, formatDay, formatUsd } from '../../format/format.ts';
import { pendingTexts } from '../../texts/en/pending.ts';
import { FactLine } from '../../ui/layout/fact-line.tsx';

const texts = pendingTexts.facts;

/** Shows budget, tasks, model and age of an engagement in one line. */
export function PendingFacts({ engagement }: { engagement: EngagementDetail }) {
  const { budget, tasks, model, createdAt } = engagement;
  const facts = [
    [texts.budget, formatUsd(budget)],
    [texts.tasks, tasks.length > 0 ? formatCount(tasks.length) : texts.planned],
    [texts.model, model ?? texts.chosen],
    [texts.created, formatDay(createdAt)],
  ] as const;
  return <FactLine facts={facts} />;
}
