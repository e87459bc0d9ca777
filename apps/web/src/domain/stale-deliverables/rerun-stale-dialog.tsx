import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { reviewTexts } from '../../texts/en/review.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { refreshDeliverables } from '../deliverables/queries.ts';
import { runStatusQuery } from '../runs/queries.ts';
import type { StaleTask } from './list-stale-tasks.ts';

const texts = reviewTexts.stale;

interface RerunStaleDialogProps {
  engagementId: string;
  tasks: readonly StaleTask[];
  open: boolean;
  onClose: () => void;
}

/** Shows which tasks a rerun would execute, and starts it. */
export function RerunStaleDialog({ engagementId, tasks, open, onClose }: RerunStaleDialogProps) {
  const queryClient = useQueryClient();
  const start = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.rerunStale({ id: engagementId }),
    async onSuccess(started) {
      onClose();
      showDoneToast(texts.started(started.tasks.length));
      await queryClient.invalidateQueries({ queryKey: runStatusQuery(engagementId).queryKey });
      await refreshDeliverables(queryClient, engagementId);
    },
  });
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
