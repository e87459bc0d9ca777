import type { EngagementDetail } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { sumSpent } from '../../domain/plans/sum-spent.ts';
import { useSession } from '../../session/session.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { Button } from '../../ui/buttons/button.tsx';
import type { PlanState } from './compare-plan.ts';
import { StartRunDialog } from './start-run-dialog.tsx';
import { useAcceptPlan } from './use-accept-plan.ts';

const texts = planTexts.actions;
const startLabels: Record<PlanState, string> = {
  proposed: texts.acceptAndStart,
  current: texts.start,
  finished: texts.startAgain,
  stale: texts.start,
};

interface PlanActionsProps {
  plan: Plan;
  engagement: EngagementDetail;
  state: PlanState;
  onMake: () => void;
  onEdit: () => void;
}

/** Actions for a plan: create a new one, edit it, accept it, start a run from it. */
export function PlanActions({ plan, engagement, state, onMake, onEdit }: PlanActionsProps) {
  const { has } = useSession();
  const [starting, setStarting] = useState(false);
  const accept = useAcceptPlan(engagement.id);
  if (!has('member')) return null;
  const isStale = state === 'stale';
  return (
    <div className="flex flex-wrap gap-2">
      {/* The primary action for a stale plan is a new one. */}
      <Button kind={isStale ? 'primary' : 'quiet'} onClick={onMake}>
        {engagement.tasks.length === 0 ? texts.again : texts.priceAgain}
      </Button>
      {!isStale && <Button onClick={onEdit}>{texts.edit}</Button>}
      {state === 'proposed' && (
        <Button busy={accept.isPending} onClick={() => accept.mutate({ planId: plan.id })}>
          {texts.accept}
        </Button>
      )}
      <Button kind={isStale || state === 'finished' ? 'secondary' : 'primary'} onClick={() => setStarting(true)}>
        <Play aria-hidden className="size-4" />
        {startLabels[state]}
      </Button>
      <StartRunDialog
        engagement={engagement}
        spent={sumSpent(engagement, plan)}
        cost={isStale ? undefined : plan.cost}
        accepts={state === 'proposed' ? plan : undefined}
        open={starting}
        onClose={() => setStarting(false)}
      />
    </div>
  );
}
