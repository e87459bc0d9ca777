import type { BillingPlan } from '@ecp/contract/identity/auth';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { Check } from 'lucide-react';
import { formatBytes, formatCount } from '../../../format/format.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Badge } from '../../../ui/states/badge.tsx';

const { plans: texts } = billingTexts;

interface PlanCardProps {
  plan: BillingPlan;
  isCurrent: boolean;
  /** Whether the subscription is active. If so, the current plan has no button. */
  isActive: boolean;
  isBusy: boolean;
  /** The price of the plan in words; undefined when it is unknown. */
  price: string | undefined;
  /** Undefined for users who may not choose a plan. */
  onChoose?: (() => void) | undefined;
}

/** One billing plan with its price and its limits. */
export function BillingPlanCard({ plan, isCurrent, isActive, isBusy, price, onChoose }: PlanCardProps) {
  const { engagementsPerMonth, fileSizeBytes, storageSizeBytes } = billingPlanLimits[plan];
  const name = statusTexts.plan[plan];
  const facts = [
    engagementsPerMonth === null ? texts.unlimitedEngagements : texts.engagements(formatCount(engagementsPerMonth)),
    texts.storage(formatBytes(storageSizeBytes)),
    texts.fileSize(formatBytes(fileSizeBytes)),
  ];
  const isChosen = isCurrent && isActive;
  return (
    <li
      className={classNames(
        'flex flex-col gap-4 rounded-xl border bg-surface p-4',
        isChosen && 'border-accent-text ring-1 ring-accent-text',
      )}
    >
      <div className="flex h-6 items-center justify-between gap-2">
        <h3 className="font-semibold text-lg">{name}</h3>
        {isChosen && <Badge tone="accent">{texts.current}</Badge>}
      </div>
      {price && <p className="figures -mt-2 text-muted">{price}</p>}
      <ul className="flex flex-1 flex-col gap-2">
        {facts.map((fact) => (
          <li key={fact} className="figures flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
            {fact}
          </li>
        ))}
      </ul>
      {onChoose && !isChosen && (
        <Button kind={isActive ? 'secondary' : 'primary'} busy={isBusy} onClick={onChoose}>
          {(isActive ? texts.switchTo : texts.choose)(name)}
        </Button>
      )}
    </li>
  );
}
