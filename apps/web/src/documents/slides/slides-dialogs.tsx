import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/form-dialogs.tsx';
import { showDoneToast } from '../../ui/toasts/show-toast.ts';
import { type DeckPlace, storylineKey } from './storyline-queries.ts';
import { slidesTexts } from './texts.ts';

interface SlidesDialogProps {
  place: DeckPlace;
  onClose: () => void;
  onDone: () => void;
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
