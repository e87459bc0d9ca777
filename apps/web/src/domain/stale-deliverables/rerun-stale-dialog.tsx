import { reviewTexts } from '../../texts/en/review.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import type { StaleTask } from './list-stale-tasks.ts';
import { StalePrice } from './stale-price.tsx';
import { useRerunStale } from './use-rerun-stale.ts';

const texts = reviewTexts.stale;

interface RerunStaleDialogProps {
  engagementId: string;
  tasks: readonly StaleTask[];
  open: boolean;
  onClose: () => void;
}

/** Shows the tasks that a rerun would execute and their price, and starts it. */
export function RerunStaleDialog({ engagementId, tasks, open, onClose }: RerunStaleDialogProps) {
  const start = useRerunStale(engagementId, onClose);
  const close = () => {
    start.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.dialog}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">{texts.would(tasks.length)}</p>
        <ol className="max-h-80 divide-y overflow-y-auto rounded-lg border">
          {[...tasks.entries()].map(([at, { taskId, name, why }]) => (
            <li key={taskId} className="flex items-baseline gap-3 px-3 py-2">
              <span className="figures text-muted text-sm">{at + 1}</span>
              <span className="min-w-0 flex-1">{name}</span>
              <span className="shrink-0 text-muted text-sm">{texts.reasons[why]}</span>
            </li>
          ))}
        </ol>
        {open && <StalePrice engagementId={engagementId} />}
        <p className="text-muted text-sm">{reviewTexts.rerun.cost}</p>
        <FormError error={start.error} />
      </div>
      <DialogActions>
        <Button onClick={close}>{commonTexts.cancel}</Button>
        <Button kind="primary" busy={start.isPending} onClick={() => start.mutate()}>
          {texts.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
