import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { RunView } from '../../domain/runs/use-run-view.ts';
import { formatUsd } from '../../format/format.ts';
import { runTexts } from '../../texts/en/run.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { RaiseBudget } from './raise-budget.tsx';
import { useRunControl } from './use-run-control.ts';

const texts = runTexts.controls;

/** Starts the engagement's next run after a confirmation. If the budget is spent, the user raises it first. */
export function RunAgain({ view: { engagement, cost, costBefore } }: { view: RunView }) {
  const [asks, setAsks] = useState(false);
  const start = useRunControl(engagement.id, 'startRun');
  const left = engagement.budget - cost - costBefore;
  if (left <= 0) return <RaiseBudget engagement={engagement} spent={cost + costBefore} />;
  const confirm = () => {
    setAsks(false);
    start.mutate();
  };
  const { title, body, single, price, confirm: label } = runTexts.againDialog;
  return (
    <>
      <Button busy={start.isPending} onClick={() => setAsks(true)}>
        {!start.isPending && <RotateCcw aria-hidden className="size-4" />}
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
