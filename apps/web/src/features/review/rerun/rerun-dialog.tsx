import type { FileProps } from '../../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { commonTexts } from '../../../texts/en/shared/common.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { RerunPrice } from './rerun-price.tsx';
import type { Rerun } from './use-rerun.ts';

const texts = reviewTexts.rerun;

interface RerunDialogProps extends FileProps {
  points: readonly string[];
  start: Rerun['start'];
  open: boolean;
  onClose: () => void;
}

/** Shows the price of a rerun and the points that the agent gets, and starts it only after a confirmation. */
export function RerunDialog({ engagementId, filename, points, start, open, onClose }: RerunDialogProps) {
  const confirm = () => start.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog open={open} onClose={onClose} title={texts.title}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">{points.length > 0 ? texts.withNotes : texts.withoutNotes}</p>
        {points.length > 0 && (
          <ol className="max-h-60 list-decimal space-y-1.5 overflow-y-auto rounded-lg bg-sunken py-3 pr-3 pl-8">
            {[...points.entries()].map(([at, point]) => (
              <li key={at} className="whitespace-pre-line pl-1">
                {point}
              </li>
            ))}
          </ol>
        )}
        {open && <RerunPrice engagementId={engagementId} filename={filename} />}
        <p className="text-muted text-sm">{texts.cost}</p>
        <FormError error={start.error} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{commonTexts.cancel}</Button>
        <Button kind="primary" busy={start.isPending} onClick={confirm}>
          {texts.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
