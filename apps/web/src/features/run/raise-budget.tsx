import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { fieldError } from '../../api/field-errors.ts';
import { engagementFieldLimits } from '../../domain/engagement-draft/engagement-draft.ts';
import { formatUsd } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';

const texts = runTexts.budgetDialog;

interface RaiseBudgetProps {
  engagement: EngagementDetail;
  /** Cost of all runs in US dollars. */
  spent: number;
}

/** A button that asks for a higher budget. */
export function RaiseBudget({ engagement, spent }: RaiseBudgetProps) {
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  return (
    <>
      <Button kind="primary" onClick={() => setAsks(true)}>
        {runTexts.controls.raise}
      </Button>
      <Dialog open={asks} onClose={close} title={texts.title} description={texts.body(formatUsd(spent))}>
        <BudgetForm engagement={engagement} spent={spent} onDone={close} />
      </Dialog>
    </>
  );
}

function BudgetForm({ engagement: { id, budget }, spent, onDone }: RaiseBudgetProps & { onDone: () => void }) {
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
      showDoneToast(texts.done, texts.doneAdvice);
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
      submitLabel={texts.confirm}
      busy={raise.isPending}
      error={raise.error}
    >
      <TextField
        label={texts.field}
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
