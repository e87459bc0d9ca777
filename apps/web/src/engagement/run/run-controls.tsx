import type { EngagementDetail, EngagementStatus } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pause, Play, RotateCcw, Square } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { isActive } from '../../base/api/engagement-queries.ts';
import { fieldError } from '../../base/api/explain-error.ts';
import { formatUsd } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { Dialog } from '../../base/ui/dialogs/dialog.tsx';
import { ConfirmDialog, DialogForm } from '../../base/ui/dialogs/form-dialogs.tsx';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { refreshAfterRun } from '../../shared/runs/engagement-run.ts';
import { engagementFieldLimits } from '../brief/engagement-draft.ts';
import { runTexts } from './texts.ts';

const texts = runTexts.controls;

interface RunControlsProps {
  engagement: EngagementDetail;
  status: EngagementStatus;
  /** US dollars of the budget that are spent. */
  spent: number;
}

export function RunControls({ engagement, status, spent }: RunControlsProps) {
  const { has } = useSession();
  if (!has('member')) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{texts.label}</legend>
      {isActive(status) ? (
        <ActiveControls engagement={engagement} status={status} />
      ) : (
        <RunAgain engagement={engagement} spent={spent} />
      )}
    </fieldset>
  );
}

function ActiveControls({ engagement, status }: Omit<RunControlsProps, 'spent'>) {
  const pause = useRunControl(engagement.id, 'pauseRun');
  const resume = useRunControl(engagement.id, 'resumeRun');
  const stop = useRunControl(engagement.id, 'stopRun');
  const isBusy = pause.isPending || resume.isPending || stop.isPending;
  const isPaused = status === 'paused';
  return (
    <>
      {isPaused ? (
        <Button
          icon={Play}
          kind="primary"
          busy={resume.isPending}
          disabled={isBusy}
          onClick={() => resume.mutate()}
        >
          {resume.isPending ? texts.resuming : texts.resume}
        </Button>
      ) : (
        <Button
          icon={Pause}
          busy={pause.isPending}
          disabled={isBusy}
          onClick={() => pause.mutate()}
        >
          {pause.isPending ? texts.pausing : texts.pause}
        </Button>
      )}
      <StopButton isStopping={stop.isPending} isDisabled={isBusy} onStop={() => stop.mutate()} />
    </>
  );
}

interface StopButtonProps {
  isStopping: boolean;
  isDisabled: boolean;
  onStop: () => void;
}

function StopButton({ isStopping, isDisabled, onStop }: StopButtonProps) {
  const [asks, setAsks] = useState(false);
  const confirm = () => {
    setAsks(false);
    onStop();
  };
  const { title, body, confirm: label } = runTexts.stopDialog;
  return (
    <>
      <Button icon={Square} busy={isStopping} disabled={isDisabled} onClick={() => setAsks(true)}>
        {isStopping ? texts.stopping : texts.stop}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={title}
        confirmLabel={label}
        onConfirm={confirm}
      >
        {body}
      </ConfirmDialog>
    </>
  );
}

/**
 * Starts the engagement's next run after a confirmation. If the budget is spent, the user raises it
 * first.
 */
export function RunAgain({ engagement, spent }: Omit<RunControlsProps, 'status'>) {
  const { has } = useSession();
  const [asks, setAsks] = useState(false);
  const start = useRunControl(engagement.id, 'startRun');
  const left = engagement.budget - spent;
  if (!has('member')) return null;
  if (left <= 0) return <RaiseBudget engagement={engagement} spent={spent} />;
  const confirm = () => {
    setAsks(false);
    start.mutate();
  };
  const { title, body, single, price, confirm: label } = runTexts.againDialog;
  return (
    <>
      <Button icon={RotateCcw} busy={start.isPending} onClick={() => setAsks(true)}>
        {start.isPending ? texts.starting : texts.again}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={title}
        confirmLabel={label}
        kind="primary"
        onConfirm={confirm}
      >
        <p>{body(engagement.tasks.length, formatUsd(left))}</p>
        <p className="mt-2">{single}</p>
        <p className="mt-2">
          <Link
            to="/engagements/$engagementId/plan"
            params={{ engagementId: engagement.id }}
            search={{ make: true }}
            className={linkStyle}
          >
            {price}
          </Link>
        </p>
      </ConfirmDialog>
    </>
  );
}

const budgetTexts = runTexts.budgetDialog;

interface RaiseBudgetProps {
  engagement: EngagementDetail;
  spent: number;
}

export function RaiseBudget({ engagement, spent }: RaiseBudgetProps) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  return (
    <>
      <Button kind="primary" onClick={() => setAsks(true)}>
        {runTexts.controls.raise}
      </Button>
      <Dialog
        open={asks}
        onClose={close}
        title={budgetTexts.title}
        description={budgetTexts.body(formatUsd(spent))}
      >
        <BudgetForm engagement={engagement} spent={spent} onDone={close} />
      </Dialog>
    </>
  );
}

function BudgetForm({
  engagement: { id, budget },
  spent,
  onDone,
}: RaiseBudgetProps & { onDone: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(
    String(Math.min(engagementFieldLimits.budgetUsd, Math.ceil(Math.max(budget, spent) * 2))),
  );
  const raise = useMutation({
    mutationFn: () => api.updateEngagement({ id, budget: Number(text) }),
    meta: { showsError: true },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: ['engagements'] });
      onDone();
      showDoneToast(budgetTexts.done, budgetTexts.doneAdvice);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    raise.mutate();
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onDone}
      submitLabel={budgetTexts.confirm}
      action={raise}
    >
      <TextField
        label={budgetTexts.field}
        type="number"
        required
        min={spent}
        max={engagementFieldLimits.budgetUsd}
        step="any"
        value={text}
        error={fieldError(raise.error, 'budget')}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </DialogForm>
  );
}

type Control = 'pauseRun' | 'resumeRun' | 'stopRun' | 'startRun';

function useRunControl(engagementId: string, control: Control) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => void (await api[control]({ id: engagementId })),
    onSettled: () => refreshAfterRun(queryClient, engagementId),
  });
}
