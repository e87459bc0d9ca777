import type { Billing } from '@ecp/contract/identity/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Info, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { billingQuery } from '../../../base/api/firm-queries.ts';
import { formatBytes, formatCount, formatDay } from '../../../base/format/format.ts';
import { sessionQuery, useSession } from '../../../base/session/session.ts';
import { statusTexts } from '../../../base/texts/common.ts';
import { Badge, ProgressBar, type Tone } from '../../../base/ui/badges.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { BillingPlanCards } from './billing-plans.tsx';
import { useCheckout } from './checkout.ts';
import { billingTexts } from './texts.ts';

/**
 * Shows billing plan, usage and payment to the owner. Others see the plans and which one the
 * workspace has.
 */
export function BillingPage() {
  const { has } = useSession();
  return has('owner') ? <OwnersBilling /> : <OthersBilling />;
}

function OwnersBilling() {
  const checkout = useCheckout();
  const {
    data: billing,
    error,
    refetch,
  } = useQuery({ ...billingQuery, refetchInterval: checkout.pollMs });
  useFreshSession(billing);
  if (error && !billing) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!billing) return <BillingSkeleton />;
  return (
    <div className="flex flex-col gap-6">
      <BillingNotice status={billing.subscription.status} isWaiting={checkout.isWaiting} />
      <div className="grid gap-6 lg:grid-cols-2">
        <BillingPlanSection billing={billing} />
        <UsageSection billing={billing} />
      </div>
      <BillingPlanCards plan={billing.plan} billing={billing} checkout={checkout} />
    </div>
  );
}

function OthersBilling() {
  const { role, subscription, tenant } = useSession();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{billingTexts.notOwner(statusTexts.role[role])}</p>
      <BillingNotice status={subscription.status} isWaiting={false} />
      <BillingPlanCards plan={tenant.plan} />
    </div>
  );
}

function BillingSkeleton() {
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-48 rounded-xl" />
        <Skeleton className="h-48 rounded-xl" />
      </div>
      <SkeletonRows rows={1} className="h-56 w-full" />
    </div>
  );
}

/**
 * Refetches the session when billing plan or subscription have changed, because other pages read
 * them from there.
 */
function useFreshSession(billing: Billing | undefined): void {
  const { tenant, subscription } = useSession();
  const queryClient = useQueryClient();
  const isOld =
    billing &&
    (billing.plan !== tenant.plan || billing.subscription.status !== subscription.status);
  useEffect(() => {
    if (isOld) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [isOld, queryClient]);
}

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

/**
 * Says what is wrong with the subscription and what to do about it. Renders nothing while it is
 * active.
 */
function BillingNotice({ status, isWaiting }: BillingNoticeProps) {
  const state = isWaiting ? 'waiting' : status;
  if (state === 'active') return null;
  const { icon: Icon, style } = looks[state];
  const { title, advice } = billingTexts.notices[state];
  return (
    <div
      role="status"
      className={classNames('flex items-start gap-2.5 rounded-xl px-4 py-3', style)}
    >
      <Icon
        aria-hidden
        className={classNames('mt-0.5 size-4 shrink-0', isWaiting && 'animate-spin')}
      />
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-sm">{advice}</p>
      </div>
    </div>
  );
}

const { plan: planTexts, cancel: cancelTexts } = billingTexts;
const tones: Record<Billing['subscription']['status'], Tone> = {
  active: 'good',
  past_due: 'warn',
  canceled: 'neutral',
  none: 'neutral',
};

function BillingPlanSection({ billing }: { billing: Billing }) {
  const [cancelling, setCancelling] = useState(false);
  const { provider, plan, subscription } = billing;
  const { status, currentPeriodEnd } = subscription;
  const isRunning = status === 'active' || status === 'past_due';
  const portal = useMutation({
    mutationFn: () => api.openBillingPortal(),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title={planTexts.title}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold text-xl tracking-tight">{statusTexts.plan[plan]}</p>
        <Badge tone={tones[status]} dot>
          {planTexts.status[status]}
        </Badge>
      </div>
      <p className="mt-2 text-muted">
        {currentPeriodEnd &&
          `${(isRunning ? planTexts.renews : planTexts.paidUntil)(formatDay(currentPeriodEnd))} `}
        {planTexts[provider]}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {provider === 'stripe' && status !== 'none' && (
          <Button busy={portal.isPending} onClick={() => portal.mutate()}>
            {planTexts.manage}
          </Button>
        )}
        {provider === 'stripe' && isRunning && (
          <Button onClick={() => setCancelling(true)}>{planTexts.cancel}</Button>
        )}
      </div>
      {cancelling && <CancelDialog onClose={() => setCancelling(false)} />}
    </Section>
  );
}

function CancelDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.cancelSubscription(),
    meta: { showsError: true },
    async onSuccess(billing) {
      queryClient.setQueryData(billingQuery.queryKey, billing);
      onClose();
      showDoneToast(cancelTexts.done);
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={cancelTexts.title}
      confirmLabel={cancelTexts.confirm}
      action={cancel}
      onConfirm={() => cancel.mutate()}
    >
      {cancelTexts.lead}
      <ul className="mt-2 list-disc pl-5">
        {cancelTexts.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

const { usage: usageTexts } = billingTexts;
/** From this share on, the page warns that the limit is close. */
const nearShare = 0.8;

function UsageSection({ billing: { usage } }: { billing: Billing }) {
  const {
    engagementsThisMonth,
    engagementLimit,
    storageBytes,
    storageLimitBytes,
    recordBytes,
    recordLimitBytes,
  } = usage;
  return (
    <Section title={usageTexts.title}>
      <div className="flex flex-col gap-5">
        <UsageBar
          label={usageTexts.engagements}
          used={engagementsThisMonth}
          limit={engagementLimit}
          format={formatCount}
          hint={usageTexts.resets(formatDay(nextMonth(new Date())))}
        />
        <UsageBar
          label={usageTexts.storage}
          used={storageBytes}
          limit={storageLimitBytes}
          format={formatBytes}
        />
        <UsageBar
          label={usageTexts.records}
          used={recordBytes}
          limit={recordLimitBytes}
          format={formatBytes}
          hint={usageTexts.whatRecords}
        />
      </div>
    </Section>
  );
}

/**
 * Returns the first day of the next UTC month in local time, so that every time zone shows the same
 * date.
 */
const nextMonth = (now: Date): string =>
  new Date(now.getUTCFullYear(), now.getUTCMonth() + 1, 1).toISOString();

interface UsageBarProps {
  label: string;
  used: number;
  limit: number | null;
  format: (amount: number) => string;
  hint?: string;
}

function UsageBar({ label, used, limit, format, hint }: UsageBarProps) {
  const share = limit === null ? 0 : used / limit;
  const amount =
    limit === null
      ? usageTexts.unlimited(format(used))
      : usageTexts.engagementsOf(format(used), format(limit));
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="figures text-muted">{amount}</span>
      </div>
      {limit !== null && (
        <ProgressBar label={label} value={share} tone={share >= 1 ? 'danger' : 'accent'} />
      )}
      {share >= 1 ? (
        <p className="text-danger text-sm">{usageTexts.full}</p>
      ) : (
        share >= nearShare && <p className="text-sm text-warn">{usageTexts.near}</p>
      )}
      {hint && <p className="text-muted text-sm">{hint}</p>}
    </div>
  );
}
