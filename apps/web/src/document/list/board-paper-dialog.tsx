import type { SynthesisPrice } from '@ecp/contract/work/plans';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import { formatUsd } from '../../base/format/format.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { Dialog, DialogActions } from '../../base/ui/dialogs/dialog.tsx';
import { FormError } from '../../base/ui/fields/fields.tsx';
import { FactLine } from '../../base/ui/layout/page.tsx';
import { Skeleton, Warning } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { boardPaperTexts as texts } from '../../engagement/tasks/task-marks.tsx';
import { refreshAfterStart } from '../../shared/runs/engagement-run.ts';

interface BoardPaperDialogProps {
  engagementId: string;
  open: boolean;
  onClose: () => void;
}

export function BoardPaperDialog({ engagementId, open, onClose }: BoardPaperDialogProps) {
  const queryClient = useQueryClient();
  const { data: price, error } = useQuery({
    queryKey: ['engagements', 'synthesis', engagementId],
    queryFn: ({ signal }) => api.getSynthesisPrice({ id: engagementId }, { signal }),
    enabled: open,
  });
  const start = useMutation({
    meta: { showsError: true },
    mutationFn: () =>
      callOnce(['writeSynthesis', engagementId], (options) =>
        api.writeSynthesis({ id: engagementId }, options),
      ),
    async onSuccess() {
      onClose();
      showDoneToast(texts.started);
      await refreshAfterStart(queryClient, engagementId);
    },
  });
  const close = () => {
    start.reset();
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={texts.title}>
      <div className="flex min-h-36 flex-col gap-4">
        {price ? <Price price={price} /> : !error && <Skeleton className="h-32 w-full" />}
        <FormError error={start.error ?? error} />
      </div>
      <DialogActions>
        <Button onClick={close}>{commonTexts.cancel}</Button>
        <Button
          kind="primary"
          busy={start.isPending}
          disabled={!price}
          onClick={() => start.mutate()}
        >
          {texts.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Price({
  price: { exists, documents, cost, remaining, warnings },
}: {
  price: SynthesisPrice;
}) {
  const { facts } = texts;
  return (
    <>
      <p className="text-muted">
        {texts.about(documents)} {exists ? texts.renews : texts.adds}
      </p>
      <FactLine
        facts={[
          [facts.price, formatUsd(cost.expected)],
          ...(cost.high > 0
            ? [[facts.range, texts.range(formatUsd(cost.low), formatUsd(cost.high))] as const]
            : []),
          [facts.left, formatUsd(remaining)],
        ]}
      />
      {warnings.map((warning) => (
        <Warning key={warning}>{warning}</Warning>
      ))}
    </>
  );
}
