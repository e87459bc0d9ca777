import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { overviewQuery } from '../../base/api/engagement-queries.ts';
import {
  formatCount,
  formatDay,
  formatRoughDuration,
  formatUsd,
} from '../../base/format/format.ts';
import { sentences } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { pendingTexts } from '../../base/texts/new-engagement.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { FactLine, Section } from '../../base/ui/layout/page.tsx';
import { Skeleton } from '../../base/ui/states.tsx';
import { BriefText } from '../brief/brief-text.tsx';
import { TaskOverview } from '../tasks/task-overview.tsx';
import { usePlan } from '../use-plan.ts';
import { comparePlan } from './compare-plan.ts';
import { StartRunDialog, useStartRun } from './start-run.tsx';
import { startRunTexts } from './texts.ts';

export function PendingOverview({ engagement }: { engagement: EngagementDetail }) {
  const { id, brief, tasks } = engagement;
  const edit = <EditLink engagementId={id} />;
  return (
    <div className="flex flex-col gap-6">
      <NextStep engagement={engagement} />
      <PendingFacts engagement={engagement} />
      <Section title={pendingTexts.brief} actions={edit}>
        <BriefText brief={brief} />
      </Section>
      <Section title={pendingTexts.tasks} actions={edit}>
        <TaskOverview tasks={tasks} />
      </Section>
    </div>
  );
}

function EditLink({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  return has('member') ? (
    <Link
      to="/engagements/$engagementId/edit"
      params={{ engagementId }}
      className={buttonStyle('secondary', 'small')}
    >
      <Pencil aria-hidden className="size-3.5" />
      {pendingTexts.edit}
    </Link>
  ) : null;
}

const nextTexts = pendingTexts.next;

function NextStep({ engagement }: { engagement: EngagementDetail }) {
  const { has } = useSession();
  const { data: overview } = useQuery(overviewQuery(engagement.id));
  const { plan } = usePlan(engagement.id);
  const [starting, setStarting] = useState(false);
  const accepted = plan && comparePlan(plan, engagement) === 'proposed' ? plan.id : undefined;
  const freeStart = useStartRun(engagement.id, accepted, false);
  if (!has('member'))
    return <Card title={nextTexts.viewer.title} advice={nextTexts.viewer.advice} />;
  if (plan === undefined || !overview)
    return <Skeleton className="h-36 w-full rounded-xl lg:h-19" />;
  const state = plan && comparePlan(plan, engagement);
  const isPriced = state === 'current' || state === 'proposed';
  const words = isPriced ? nextTexts.start : state === 'stale' ? nextTexts.again : nextTexts.plan;
  const { seconds } = overview.expected;
  // What costs nothing needs no second question.
  const isFree = isPriced && plan?.cost.high === 0 && overview.money.spent < engagement.budget;
  const advice =
    plan && isPriced
      ? sentences([
          nextTexts.start.advice(formatUsd(plan.cost.expected), formatUsd(engagement.budget)),
          seconds !== null && nextTexts.start.time(formatRoughDuration(seconds)),
        ])
      : words.advice;
  return (
    <Card title={words.title} advice={String(advice)}>
      <Button
        icon={Play}
        kind={isPriced ? 'primary' : 'secondary'}
        busy={freeStart.isPending}
        onClick={() => (isFree ? freeStart.mutate() : setStarting(true))}
      >
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
        spent={overview.money.spent}
        seconds={seconds}
        cost={isPriced ? plan?.cost : undefined}
        accepts={state === 'proposed' ? plan : undefined}
        open={starting}
        onClose={() => setStarting(false)}
      />
    </Card>
  );
}

function Card({
  title,
  advice,
  children,
}: {
  title: string;
  advice: string;
  children?: ReactNode;
}) {
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

const factTexts = pendingTexts.facts;

function PendingFacts({ engagement }: { engagement: EngagementDetail }) {
  const { budget, tasks, model, createdAt } = engagement;
  const facts = [
    [factTexts.budget, formatUsd(budget)],
    [factTexts.tasks, tasks.length > 0 ? formatCount(tasks.length) : factTexts.planned],
    [factTexts.model, model ?? factTexts.chosen],
    [factTexts.created, formatDay(createdAt)],
  ] as const;
  return <FactLine facts={facts} />;
}
