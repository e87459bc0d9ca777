import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../base/api/client.ts';
import { overviewQuery } from '../../base/api/engagement-queries.ts';
import { modelsQuery } from '../../base/api/firm-queries.ts';
import { formatUsd } from '../../base/format/format.ts';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { type DeckPlace, type Storyline, storylineKey } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';

interface SlidesDialogProps {
  place: DeckPlace;
  storyline: Storyline;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a model writes the slides, and says what that may cost. */
export function WriteDialog({ place, storyline, onClose, onDone }: SlidesDialogProps) {
  const { write: texts } = slidesTexts;
  const queryClient = useQueryClient();
  const { data: models } = useQuery(modelsQuery);
  const { data: overview } = useQuery(overviewQuery(place.engagementId));
  const write = useMutation({
    mutationFn: () =>
      api.writeStoryline({
        id: place.engagementId,
        ...(place.filename && { filename: place.filename }),
      }),
    meta: { showsError: true },
    async onSuccess() {
      onDone();
      await queryClient.invalidateQueries({ queryKey: storylineKey(place.engagementId) });
      onClose();
    },
  });
  const left = overview?.money.left;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      kind="primary"
      action={write}
      onConfirm={() => write.mutate()}
    >
      <div className="flex flex-col gap-3">
        <p>{texts.lead}</p>
        {storyline.revision > 0 && <p>{texts.replaces}</p>}
        <p className="min-h-5 text-ink">
          {models && !models.connected
            ? texts.noModel
            : left !== undefined && texts.left(formatUsd(left))}
          {storyline.costUsd > 0 && ` ${texts.last(formatUsd(storyline.costUsd))}`}
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** Asks before the slides follow from the documents again. */
export function StartOverDialog({ place, onClose, onDone }: SlidesDialogProps) {
  const { startOver: texts } = slidesTexts;
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api.deleteStoryline({ id: place.engagementId, filename: place.filename }),
    meta: { showsError: true },
    async onSuccess() {
      onDone();
      await queryClient.invalidateQueries({ queryKey: storylineKey(place.engagementId) });
      showDoneToast(texts.done);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      action={remove}
      onConfirm={() => remove.mutate()}
    >
      {texts.lead}
    </ConfirmDialog>
  );
}
