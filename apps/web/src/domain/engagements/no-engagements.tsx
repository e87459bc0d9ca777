import { Link } from '@tanstack/react-router';
import { Target } from 'lucide-react';
import { useSession } from '../../session/session.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { sampleTexts } from '../../texts/en/start-engagement.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { buttonStyle } from '../../ui/buttons/button-style.ts';
import { FormError } from '../../ui/fields/form-error.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useOpenSample } from './use-open-sample.ts';

/** Shown in a workspace without engagements: what they are for, how to begin, and a finished one to look at (SMP-5). */
export function NoEngagements() {
  const { has } = useSession();
  const sample = useOpenSample();
  const { title, advice } = engagementTexts.empty;
  const actions = has('member') && (
    <div className="flex flex-wrap justify-center gap-2">
      <Button busy={sample.isPending} onClick={() => sample.mutate()}>
        {sample.isPending ? sampleTexts.opening : sampleTexts.open}
      </Button>
      <Link to="/engagements/new" className={buttonStyle('primary')}>
        {engagementTexts.create}
      </Link>
    </div>
  );
  return (
    <EmptyState icon={Target} title={title} action={actions}>
      {advice}
      <FormError error={sample.error} />
    </EmptyState>
  );
}
