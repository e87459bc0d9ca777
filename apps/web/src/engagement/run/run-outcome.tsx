import { Link } from '@tanstack/react-router';
import {
  CircleCheck,
  CirclePause,
  CircleSlash,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  Wallet,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoment } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import type { RunView } from '../run-view.ts';
import { readOutcome } from './describe-run.ts';
import { RaiseBudget } from './run-controls.tsx';
import { runTexts } from './texts.ts';

const texts = runTexts.outcome;
type Stand = NonNullable<ReturnType<typeof readOutcome>>['kind'] | 'running' | 'waiting';
const looks: Record<Stand, { icon: LucideIcon; colour: string }> = {
  running: { icon: LoaderCircle, colour: 'bg-accent-soft text-accent-text [&>svg]:animate-spin' },
  waiting: { icon: Hourglass, colour: 'bg-warn-soft text-warn' },
  completed: { icon: CircleCheck, colour: 'bg-good-soft text-good' },
  paused: { icon: CirclePause, colour: 'bg-warn-soft text-warn' },
  stopped: { icon: CircleSlash, colour: 'bg-sunken text-muted' },
  exhausted: { icon: Wallet, colour: 'bg-danger-soft text-danger' },
  failed: { icon: CircleX, colour: 'bg-danger-soft text-danger' },
};

const describeRunning = () =>
  ({ ...texts.running, kind: 'running', reason: null, finished: 0, toReview: 0 }) as const;

/** Says that all remaining work waits for answers, and until when; null while anything works. */
function describeWait({ projection: { waitsUntil }, openQuestions }: RunView) {
  if (waitsUntil === null || openQuestions.length === 0) return null;
  const { title, advice } = texts.waiting;
  return {
    ...describeRunning(),
    kind: 'waiting',
    title,
    advice: advice(openQuestions.length, formatMoment(waitsUntil)),
  } as const;
}
/** Height of the box for a completed run at each window width. The box has it from the start. */
const steadyHeight = 'min-h-47 sm:min-h-36 lg:min-h-24 xl:min-h-19';

/**
 * Says what state a run is in and what to do next: that it is active, why it waits, or how it
 * ended.
 */
export function RunOutcome({ view }: { view: RunView }) {
  const outcome = readOutcome(view) ?? describeWait(view) ?? describeRunning();
  const { icon: Icon, colour } = looks[outcome.kind];
  return (
    <section
      aria-label={texts.label}
      className={classNames(
        'flex flex-wrap content-start items-start gap-x-4 gap-y-3 rounded-xl border bg-surface p-4',
        steadyHeight,
      )}
    >
      <div
        className={classNames(
          'flex size-9 shrink-0 items-center justify-center rounded-lg',
          colour,
        )}
      >
        <Icon aria-hidden className="size-5" />
      </div>
      <div className="min-w-0 flex-1 basis-64" aria-live="polite">
        <h2 className="font-semibold">{outcome.title}</h2>
        <p className="max-w-2xl text-muted">{outcome.advice}</p>
        {outcome.reason && <p className="mt-1 max-w-2xl text-danger text-sm">{outcome.reason}</p>}
      </div>
      <Actions
        view={view}
        kind={outcome.kind}
        finished={outcome.finished}
        toReview={outcome.toReview}
      />
    </section>
  );
}

interface ActionsProps {
  view: RunView;
  kind: Stand;
  finished: number;
  toReview: number;
}

function Actions({
  view: { engagement, projection, cost, costBefore, openQuestions },
  kind,
  finished,
  toReview,
}: ActionsProps): ReactNode {
  const { has } = useSession();
  const params = { engagementId: engagement.id };
  const label = labelOf(kind, has('member') && toReview > 0);
  const isShort = kind === 'exhausted' && engagement.budget > cost + costBefore;
  return (
    <div className="flex flex-wrap gap-2">
      {openQuestions.length > 0 && (
        <Link
          to="/engagements/$engagementId/questions"
          params={params}
          className={buttonStyle('primary')}
        >
          {has('member')
            ? texts.waiting.answer(openQuestions.length)
            : texts.waiting.see(openQuestions.length)}
        </Link>
      )}
      {(finished > 0 || isOn(kind)) && (
        <Link
          to="/engagements/$engagementId/deliverables"
          params={params}
          className={buttonStyle(kind === 'completed' ? 'primary' : 'secondary')}
        >
          {label}
        </Link>
      )}
      {kind === 'completed' && projection.reports.includes(reportName) && (
        <Link
          to="/engagements/$engagementId/deliverables/$filename"
          params={{ ...params, filename: reportName }}
          className={buttonStyle()}
        >
          {texts.completed.report}
        </Link>
      )}
      {isShort && has('member') && (
        <RaiseBudget engagement={engagement} spent={cost + costBefore} />
      )}
    </div>
  );
}

const isOn = (kind: Stand): boolean =>
  kind === 'running' || kind === 'waiting' || kind === 'paused';

function labelOf(kind: Stand, canReview: boolean): string {
  if (isOn(kind)) return texts.running.see;
  if (kind !== 'completed') return texts.finished;
  return canReview ? texts.completed.review : texts.completed.read;
}

const reportName = '_run_report.md';
