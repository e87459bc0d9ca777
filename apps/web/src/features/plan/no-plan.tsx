import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { Calculator } from 'lucide-react';
import { isActive } from '../../domain/engagements/is-active.ts';
import { useSession } from '../../session/session.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';

const texts = planTexts.empty;

/** Shown before the first plan: explains its purpose and cost, and has the button that creates it. */
export function NoPlan({ engagement, onMake }: { engagement: EngagementDetail; onMake: () => void }) {
  const { has } = useSession();
  const may = has('member') && !isActive(engagement.status);
  const make = may && (
    <Button kind="primary" onClick={onMake}>
      {texts.make}
    </Button>
  );
  return (
    <EmptyState icon={Calculator} title={texts.title} action={make}>
      {!has('member')
        ? texts.viewer
        : isActive(engagement.status)
          ? planTexts.states.active.advice
          : engagement.tasks.length === 0
            ? texts.planned
            : texts.priced}
    </EmptyState>
  );
}
