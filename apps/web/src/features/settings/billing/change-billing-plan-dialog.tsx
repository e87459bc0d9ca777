import type { BillingPlan } from '@ecp/contract/identity/auth';
import type { Billing } from '@ecp/contract/identity/billing';
import { billingPlanLimits } from '@ecp/contract/identity/billing-plan-limits';
import { formatBytes, formatCount } from '../../../format/format.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import type { Checkout } from './use-checkout.ts';

const { change: texts, plans } = billingTexts;

interface ChangePlanDialogProps {
  plan: BillingPlan;
  billing: Billing;
  checkout: Checkout;
  onClose: () => void;
}

/** Asks before a plan change that takes effect at once, and says which usage exceeds the new plan's limits. */
export function ChangeBillingPlanDialog({ plan, billing, checkout, onClose }: ChangePlanDialogProps) {
  const name = statusTexts.plan[plan];
  const change = () => checkout.begin.mutate(plan, { onSettled: onClose });
  return (
    <Dialog open onClose={onClose} title={texts.title(name)}>
      <div className="flex flex-col gap-2 text-muted">
        <p>{texts.lead(name)}</p>
        {findMisfits(plan, billing.usage).map((misfit) => (
          <p key={misfit} className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
            {misfit}
          </p>
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{commonTexts.cancel}</Button>
        <Button kind="primary" busy={checkout.begin.isPending} onClick={change}>
          {plans.switchTo(name)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function findMisfits(plan: BillingPlan, usage: Billing['usage']): string[] {
  const { engagementsPerMonth: monthly, storageSizeBytes, recordSizeBytes } = billingPlanLimits[plan];
  const { engagementsThisMonth: created, storageBytes, recordBytes } = usage;
  return [
    ...(monthly !== null && created >= monthly
      ? [texts.tooManyEngagements(formatCount(created), formatCount(monthly))]
      : []),
    ...(storageBytes > storageSizeBytes
      ? [texts.tooMuchStorage(formatBytes(storageBytes), formatBytes(storageSizeBytes))]
      : []),
    ...(recordBytes > recordSizeBytes
      ? [texts.tooManyRecords(formatBytes(recordBytes), formatBytes(recordSizeBytes))]
      : []),
  ];
}
