import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, CircleSlash, CircleX, type LucideIcon, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../session/session.ts';
import { runTexts } from '../../texts/en/run.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { classNames } from '../../ui/class-names.ts';
import { RaiseBudget } from './raise-budget.tsx';
import { readOutcome } from './read-outcome.ts';
import type { RunView } from '../../domain/runs/use-run-view.ts';

const texts = runTexts.outcome;
const looks: Record<NonNullable<ReturnType<typeof readOutcome>>['kind'], { icon: LucideIcon; colour: string }> = {
  completed: { icon: CircleCheck, colour: 'bg-good-soft text-good' },
  paused: { icon: CirclePause, colour: 'bg-warn-soft text-warn' },
  stopped: { icon: CircleSlash, colour: 'bg-sunken text-muted' },
  exhausted: { icon: Wallet, colour: 'bg-danger-soft text-danger' },
  failed: { icon: CircleX, colour: 'bg-danger-soft text-danger' },
};

/** How a run ended or why it waits, and what to do next; nothing while it goes on. */
export function RunOutcome({ view }: { view: RunView }) {
  const outcome = readOutcome(view);
  if (!outcome) return null;
  const { icon: Icon, colour } = looks[outcome.kind];
  return (
    <section
      aria-label={texts.label}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-xl border bg-surface p-4"
    >
      <div className={classNames('flex size-9 shrink-0 items-center justify-center rounded-lg', colour)}>
        <Icon aria-hidden className="size-5" />
      </div>
      <div className="min-w-0 flex-1 basis-64" aria-live="polite">
        <h2 className="font-semibold">{outcome.title}</h2>
        <p className="max-w-2xl text-muted">{outcome.advice}</p>
        {outcome.reason && <p className="mt-1 max-w-2xl text-danger text-sm">{outcome.reason}</p>}
      </div>
      <Actions view={view} kind={outcome.kind} finished={outcome.finished} toReview={outcome.toReview} />
    </section>
  );
}

interface ActionsProps {
  view: RunView;
  kind: keyof typeof looks;
  finished: number;
  toReview: number;
}

function Actions({
  view: { engagement, picture, cost, costBefore },
  kind,
  finished,
  toReview,
}: ActionsProps): ReactNode {
  const { has } = useSession();
  const params = { engagementId: engagement.id };
  const { completed, finished: seeFinished } = texts;
  const canReview = has('member') && toReview > 0;
  const label = kind !== 'completed' ? seeFinished : canReview ? completed.review : completed.read;
  const isShort = kind === 'exhausted' && engagement.budget > cost + costBefore;
  return (
    <div className="flex flex-wrap gap-2">
      {kind === 'completed' && picture.reports.includes(reportName) && (
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={{ ...params, filename: reportName }}
          className={buttonStyle()}
        >
          {completed.report}
        </Link>
      )}
      {finished > 0 && kind !== 'paused' && (
        <Link
          to="/engagements/$engagementId/deliverables"
          params={params}
          className={buttonStyle(kind === 'completed' ? 'primary' : 'secondary')}
        >
          {label}
        </Link>
      )}
      {isShort && has('member') && <RaiseBudget engagement={engagement} spent={cost + costBefore} />}
    </div>
  );
}

/** The engine's own account of the run (DEL-2). */
const reportName = '_run_report.md';
