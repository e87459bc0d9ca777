import { useEffect, useState } from 'react';
import { formatDuration } from '../../format/format.ts';
import { planTexts } from '../../texts/en/plan.ts';

const texts = planTexts.progress;

/** Shown while a plan is being made: explains what happens and shows the elapsed time. */
export function PlanningProgress({ startedMs }: { startedMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status" className="flex flex-col items-center gap-3 rounded-xl border px-6 py-14 text-center">
      <h2 className="font-semibold text-lg">{texts.title}</h2>
      <p className="max-w-md text-muted">{texts.steps}</p>
      <div aria-hidden className="my-2 h-1.5 w-64 max-w-full overflow-hidden rounded-full bg-hover">
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
      <p aria-hidden className="figures text-muted text-sm">
        {texts.elapsed(formatDuration(nowMs - startedMs))}
      </p>
    </div>
  );
}
