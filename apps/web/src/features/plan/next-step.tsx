import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { planQuery } from '../../domain/plans/queries.ts';
import { sumSpent } from '../../domain/plans/sum-spent.ts';
import { formatUsd } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { pendingTexts } from '../../texts/en/pending.ts';
import { startRunTexts } from '../../texts/en/plan.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { comparePlan } from './compare-plan.ts';
import { StartRunDialog } from './start-run-dialog.tsx';

const texts = pendingTexts.next;

/** Offers the next step of an engagement that has not run: plan it or start it. */
export function NextStep({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const { data: plan, isPending } = useQuery(planQuery(engagement.id));
  const [starting, setStarting] = useState(false);
  if (!has('member')) return <Card title={texts.viewer.title} advice={texts.viewer.advice} />;
  if (isPending) return <Skeleton className="h-36 w-full rounded-xl lg:h-19" />;
  const state = plan && comparePlan(plan, engagement);
  const isPriced = state === 'current' || state === 'proposed';
  const words = isPriced ? texts.start : state === 'stale' ? texts.again : texts.plan;
  const advice =
    plan && isPriced ? texts.start.advice(formatUsd(plan.cost.expected), formatUsd(engagement.budget)) : words.advice;
  return (
    <Card title={words.title} advice={String(advice)}>
      <Button kind={isPriced ? 'primary' : 'secondary'} onClick={() => setStarting(true)}>
        <Play aria-hidden className="size-4" />
        {startRunTexts.button}
      </Button>
      <Link
        to="/engagements/$engagementId/plan"
        params={{ engagementId: engagement.id }}
        className={buttonStyle(isPriced ? 'secondary' : 'primary')}
      >
        {words.action}
      </Link>
      <StartRunDialog
        engagement={engagement}
        spent={sumSpent(engagement, plan)}
        cost={isPriced ? plan?.cost : undefined}
        accepts={state === 'proposed' ? plan : undefined}
        open={starting}
        onClose={() => setStarting(false)}
      />
    </Card>
  );
}

function Card({ title, advice, children }: { title: string; advice: string; children?: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border bg-canvas p-4">
      <div className="min-w-52 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-muted">{advice}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </section>
  );
}
