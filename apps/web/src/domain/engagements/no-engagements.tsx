import { Link } from '@tanstack/react-router';
import { Target } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';

/** Shown in a workspace without engagements: what they are for, and how to begin. */
export function NoEngagements() {
  const { has } = useSession();
  const { title, advice, fromTemplate } = engagementTexts.empty;
  const actions = has('member') && (
    <div className="flex flex-wrap justify-center gap-2">
      <Link to="/templates" className={buttonStyle()}>
        {fromTemplate}
      </Link>
      <Link to="/engagements/new" className={buttonStyle('primary')}>
        {engagementTexts.create}
      </Link>
    </div>
  );
  return (
    <EmptyState icon={Target} title={title} action={actions}>
      {advice}
    </EmptyState>
  );
}
