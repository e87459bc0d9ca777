import type { EngagementOverview } from '@ecp/contract/reach/overview';
import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { Link } from '@tanstack/react-router';
import { formatDuration, formatMoment, formatUsd } from '../../base/format/format.ts';
import { buttonStyle } from '../../base/ui/buttons.tsx';
import { RunAgain } from '../run/run-controls.tsx';
import { overviewTexts } from './texts.ts';

const texts = overviewTexts.run;

interface LatestRunProps {
  engagement: EngagementDetail;
  overview: EngagementOverview;
  run: NonNullable<EngagementOverview['run']>;
}

/** The latest run after its end, in a line: the engagement is more than that. */
export function LatestRun({
  engagement,
  overview: { engagementId, runs, money },
  run,
}: LatestRunProps) {
  const { startedAt, finishedAt, spent, taskIds } = run;
  const duration = formatDuration(
    finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt),
  );
  return (
    <section
      aria-labelledby="latest-run"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border bg-canvas p-4"
    >
      <div className="min-w-52 flex-1">
        <h2 id="latest-run" className="font-semibold">
          {taskIds === null ? texts.completed : texts.rerun}
        </h2>
        <p className="figures text-muted text-sm">
          {texts.facts(formatMoment(startedAt), duration, formatUsd(spent))}{' '}
          {texts.runs(runs.completed)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/engagements/$engagementId/details"
          params={{ engagementId }}
          className={buttonStyle()}
        >
          {texts.details}
        </Link>
        <RunAgain engagement={engagement} spent={money.spent} />
      </div>
    </section>
  );
}
