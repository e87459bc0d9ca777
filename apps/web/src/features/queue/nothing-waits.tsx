import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheckBig } from 'lucide-react';
import type { ReactNode } from 'react';
import { NoEngagements } from '../../domain/engagements/no-engagements.tsx';
import { hasEngagementsQuery } from '../../domain/engagements/queries.ts';
import { type QueueFilter, queueCountQuery, sumOf } from '../../domain/queue/queries.ts';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { queueTexts } from '../../texts/en/waiting/queue.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';

const texts = queueTexts.empty;

/** Shown when the queue is empty. It says what to do next: look at the rest, help others, or begin something. */
export function NothingWaits({ filter: { scope, kind } }: { filter: QueueFilter }) {
  const { has } = useSession();
  const { data: counts, isPending } = useQuery(queueCountQuery('all'));
  const { data: hasEngagements, isPending: isUnknown } = useQuery(hasEngagementsQuery);
  if (kind !== undefined) {
    const showAll = (
      <Link to="/queue" search={scope ? { scope } : {}} className={buttonStyle()}>
        {texts.allKinds}
      </Link>
    );
    return <Nothing title={texts.ofKind} advice={texts.ofKindAdvice} action={showAll} />;
  }
  if (isPending || isUnknown) return <SkeletonRows rows={4} />;
  if (hasEngagements === false) return <NoEngagements />;
  const others = counts && scope !== 'all' ? sumOf(counts) : 0;
  if (others > 0) {
    const showOthers = (
      <Link to="/queue" search={{ scope: 'all' }} className={buttonStyle('primary')}>
        {texts.showOthers}
      </Link>
    );
    return <Nothing title={texts.title} advice={texts.others(others)} action={showOthers} />;
  }
  const next = (
    <div className="flex flex-wrap justify-center gap-2">
      <Link to="/engagements" search={{}} className={buttonStyle()}>
        {texts.engagements}
      </Link>
      {has('member') && (
        <Link to="/engagements/new" search={{}} className={buttonStyle('primary')}>
          {engagementTexts.create}
        </Link>
      )}
    </div>
  );
  return <Nothing title={texts.title} advice={texts.advice} action={next} />;
}

function Nothing({ title, advice, action }: { title: string; advice: string; action: ReactNode }) {
  return (
    <EmptyState icon={CircleCheckBig} title={title} action={action}>
      {advice}
    </EmptyState>
  );
}
