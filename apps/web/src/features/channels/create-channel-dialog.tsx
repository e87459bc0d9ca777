import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { ChannelForm, type ChannelInput } from './channel-form.tsx';
import { channelsQuery } from './queries.ts';

const texts = channelTexts.form;

/** Adds a channel of Slack or Teams (NOT-11). */
export function CreateChannelDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    meta: { showsError: true },
    mutationFn: (input: ChannelInput) => api.createNoticeChannel(input),
    async onSuccess() {
      onClose();
      showDoneToast(texts.added);
      await queryClient.invalidateQueries(channelsQuery);
    },
  });
  return (
    <Dialog open onClose={onClose} title={texts.createTitle}>
      <ChannelForm
        submitLabel={texts.submitCreate}
        onSubmit={create.mutate}
        onClose={onClose}
        busy={create.isPending}
        error={create.error}
      />
    </Dialog>
  );
}
