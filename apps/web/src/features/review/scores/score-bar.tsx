import { classNames } from '../../../ui/class-names.ts';
import { type Judgement, judgeScore } from '../../../domain/deliverables/judge-score.ts';

const fills: Record<Judgement, string> = { sound: 'bg-good', weak: 'bg-warn', poor: 'bg-danger-fill' };

/** Draws a score of 0 to 100 as a bar with ticks where the verdict changes. The number is shown beside it. */
export function ScoreBar({ score }: { score: number }) {
  return (
    <div aria-hidden className="relative mt-1.5 h-1.5 overflow-hidden rounded-full bg-hover">
      <div className={classNames('h-full rounded-full', fills[judgeScore(score)])} style={{ width: `${score}%` }} />
      <div className="absolute inset-y-0 left-1/2 w-px bg-surface" />
      <div className="absolute inset-y-0 left-[70%] w-px bg-surface" />
    </div>
  );
}
