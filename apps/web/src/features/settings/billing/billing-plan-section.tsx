import type { Billing } from '@ecp/contract/identity/billing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { billingQuery } from '../../../domain/billing/queries.ts';
import { formatDay } from '../../../format/format.ts';
import { sessionQuery } from '../../../session/session.ts';
import { billingTexts } from '../../../texts/en/settings/billing.ts';
import { statusTexts } from '../../../texts/en/shared/statuses.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Badge, type Tone } from '../../../ui/states/badge.tsx';
import { showDoneToast } from '../../../ui/toasts/tell.ts';

const { plan: texts, cancel: cancelTexts } = billingTexts;
const tones: Record<Billing['subscription']['status'], Tone> = {
  active: 'good',
  past_due: 'warn',
  canceled: 'neutral',
  none: 'neutral',
};

/** Shows the current billing plan and its state, and how to manage and cancel it. */
export function BillingPlanSection({ billing }: { billing: Billing }) {
  const [cancelling, setCancelling] = useState(false);
  const { provider, plan, subscription } = billing;
  const { status, currentPeriodEnd } = subscription;
  const isRunning = status === 'active' || status === 'past_due';
  const portal = useMutation({
    mutationFn: () => api.openBillingPortal(),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <Section title={texts.title}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold text-xl tracking-tight">{statusTexts.plan[plan]}</p>
        <Badge tone={tones[status]} dot>
          {texts.status[status]}
        </Badge>
      </div>
      <p className="mt-2 text-muted">
        {currentPeriodEnd && `${(isRunning ? texts.renews : texts.paidUntil)(formatDay(currentPeriodEnd))} `}
        {texts[provider]}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {provider === 'stripe' && status !== 'none' && (
          <Button busy={portal.isPending} onClick={() => portal.mutate()}>
            {texts.manage}
          </Button>
        )}
        {isRunning && <Button onClick={() => setCancelling(true)}>{texts.cancel}</Button>}
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
      busy={cancel.isPending}
      error={cancel.error}
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
