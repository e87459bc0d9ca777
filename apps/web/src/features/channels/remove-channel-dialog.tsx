import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { channelsQuery } from './queries.ts';

const texts = channelTexts.remove;

/** Asks before a channel is removed. */
export function RemoveChannelDialog({ channel, onClose }: { channel: NoticeChannel; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteNoticeChannel({ channelId: channel.id }),
    async onSuccess() {
      onClose();
      showDoneToast(texts.done);
      await queryClient.invalidateQueries(channelsQuery);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={texts.title(channel.label)}
      confirmLabel={texts.confirm}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      error={remove.error}
    >
      {texts.advice}
    </ConfirmDialog>
  );
}
