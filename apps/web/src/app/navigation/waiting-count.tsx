import { useQuery } from '@tanstack/react-query';
import { queueCountQuery, sumOf } from '../../domain/queue/queries.ts';
import { shellTexts } from '../../texts/en/shell.ts';

const shownAtMost = 99;

/**
 * The number of things that wait, in the navigation: at the queue those for the caller, at the questions all questions
 * that nobody has answered (QUE-3, ASK-5). Renders nothing without one.
 */
export function WaitingCount({ of }: { of: '/queue' | '/questions' }) {
  const isQueue = of === '/queue';
  const { data } = useQuery(queueCountQuery(isQueue ? undefined : 'all'));
  const waiting = data === undefined ? 0 : isQueue ? sumOf(data) : data.questions;
  if (waiting === 0) return null;
  const count = waiting > shownAtMost ? `${shownAtMost}+` : String(waiting);
  return (
    <span className="figures ml-auto rounded-md bg-accent-soft px-1.5 text-accent-text text-xs leading-5">
      <span aria-hidden>{count}</span>
      <span className="sr-only">{isQueue ? shellTexts.waiting(count) : shellTexts.unanswered(count)}</span>
    </span>
  );
}
