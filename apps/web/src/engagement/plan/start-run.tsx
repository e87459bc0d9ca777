import type { Engagement } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../base/api/client.ts';
import { formatCount, formatRoughDuration, formatUsd } from '../../base/format/format.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { planTexts, startRunTexts } from './texts.ts';

interface StartRunDialogProps {
  engagement: Pick<Engagement, 'id' | 'budget' | 'tasks'>;
  /** Cost of all runs and plans of the engagement in US dollars. */
  spent: number;
  /** How long the run usually takes; null while that is not known. */
  seconds: number | null;
  cost?: Plan['cost'] | undefined;
  /** The plan to accept first. Without it, the run uses the engagement's tasks. */
  accepts?: Plan | null | undefined;
  open: boolean;
  onClose: () => void;
}

export function StartRunDialog({
  engagement,
  spent,
  seconds,
  cost,
  accepts,
  open,
  onClose,
}: StartRunDialogProps) {
  const start = useStartRun(engagement.id, accepts?.id);
  const left = Math.max(0, engagement.budget - spent);
  const close = () => {
    onClose();
    start.reset();
  };
  return (
    <Dialog open={open} onClose={close} title={startRunTexts.title}>
      <div className="flex flex-col gap-4">
        <StartFacts
          left={left}
          seconds={seconds}
          cost={cost}
          tasks={(accepts ?? engagement).tasks.length}
        />
        <p className="text-muted text-sm">
          {left > 0 ? startRunTexts.control : startRunTexts.nothingLeft}
        </p>
        <FormError error={start.error} />
      </div>
      <DialogActions>
        <Button onClick={close}>{commonTexts.cancel}</Button>
        {left > 0 ? (
          <Button kind="primary" busy={start.isPending} onClick={() => start.mutate()}>
            {start.isPending
              ? startRunTexts.starting
              : accepts
                ? planTexts.actions.acceptAndStart
                : startRunTexts.button}
          </Button>
        ) : (
          <Link
            to="/engagements/$engagementId/edit"
            params={{ engagementId: engagement.id }}
            className={buttonStyle('primary')}
          >
            {startRunTexts.raise}
          </Link>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Accepts the plan first if one is given, then navigates to the started run. */
export function useStartRun(id: string, planId: string | undefined, showsError = true) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['engagements'] });
  return useMutation({
    meta: { showsError },
    async mutationFn() {
      if (planId !== undefined) await api.acceptPlan({ id, planId });
      return api.startRun({ id });
    },
    async onSuccess() {
      await refresh();
      await navigate({ to: '/engagements/$engagementId', params: { engagementId: id } });
    },
    // Refetches before the next attempt: there may be accepted tasks, a newer plan, or a run that
    // another user started.
    onError: refresh,
  });
}

interface StartFactsProps {
  /** Remaining budget in US dollars. */
  left: number;
  seconds: number | null;
  cost: Plan['cost'] | undefined;
  tasks: number;
}

function StartFacts({ left, seconds, cost, tasks }: StartFactsProps) {
  return (
    <dl className="divide-y rounded-lg border">
      <Fact term={startRunTexts.most} hint={startRunTexts.mostHint}>
        <span className="font-semibold text-lg">{formatUsd(left)}</span>
      </Fact>
      {cost && (
        <Fact
          term={startRunTexts.expected}
          hint={
            cost.high > 0
              ? planTexts.cost.range(formatUsd(cost.low), formatUsd(cost.high))
              : planTexts.cost.freeHint
          }
        >
          {cost.high > 0 ? formatUsd(cost.expected) : planTexts.cost.free}
        </Fact>
      )}
      {seconds !== null && (
        <Fact term={startRunTexts.time} hint={startRunTexts.timeHint}>
          {startRunTexts.about(formatRoughDuration(seconds))}
        </Fact>
      )}
      <Fact term={startRunTexts.tasks}>
        {tasks > 0 ? formatCount(tasks) : startRunTexts.planned}
      </Fact>
    </dl>
  );
}

function Fact({ term, hint, children }: { term: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-3.5 py-2.5">
      <dt>
        {term}
        {hint && <span className="figures block text-muted text-sm">{hint}</span>}
      </dt>
      <dd className="figures shrink-0">{children}</dd>
    </div>
  );
}
