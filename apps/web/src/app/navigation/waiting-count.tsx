import { useQuery } from '@tanstack/react-query';
import { queueCountQuery, sumOf } from '../../domain/queue/queries.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { CountBadge } from '../../ui/states/count-badge.tsx';

/**
 * The number of things that wait, in the navigation: at the queue those for the caller, at the questions all questions
 * that nobody has answered (QUE-3, ASK-5). Renders nothing without one.
 */
export function WaitingCount({ of }: { of: '/queue' | '/questions' }) {
  const isQueue = of === '/queue';
  const { data } = useQuery(queueCountQuery(isQueue ? undefined : 'all'));
  const count = data === undefined ? 0 : isQueue ? sumOf(data) : data.questions;
  return <CountBadge count={count} below={100} describe={isQueue ? shellTexts.waiting : shellTexts.unanswered} />;
}
