import type { Billing } from '@ecp/contract/identity/billing';
import { Info, LoaderCircle, TriangleAlert } from 'lucide-react';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { classNames } from '../../../ui/class-names.ts';

interface BillingNoticeProps {
  status: Billing['subscription']['status'];
  /** The user has just returned from the payment page. */
  isWaiting: boolean;
}

const looks = {
  past_due: { icon: TriangleAlert, style: 'bg-warn-soft text-warn' },
  canceled: { icon: TriangleAlert, style: 'bg-warn-soft text-warn' },
  none: { icon: Info, style: 'bg-info-soft text-info' },
  waiting: { icon: LoaderCircle, style: 'bg-info-soft text-info' },
} as const;

/** Says what is wrong with the subscription and what to do about it. Renders nothing while it is active. */
export function BillingNotice({ status, isWaiting }: BillingNoticeProps) {
  const state = isWaiting ? 'waiting' : status;
  if (state === 'active') return null;
  const { icon: Icon, style } = looks[state];
  const { title, advice } = billingTexts.notices[state];
  return (
    <div role="status" className={classNames('flex items-start gap-2.5 rounded-xl px-4 py-3', style)}>
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', isWaiting && 'animate-spin')} />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-sm">{advice}</p>
      </div>
    </div>
  );
}
