import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { ChannelForm, type ChannelInput } from './channel-form.tsx';
import { useUpdateChannel } from './use-update-channel.ts';

const texts = channelTexts.form;

/** Edits address, name and notices of a channel. */
export function EditChannelDialog({ channel, onClose }: { channel: NoticeChannel; onClose: () => void }) {
  const update = useUpdateChannel(channel.id, true);
  const submit = ({ url, label, groups }: ChannelInput) =>
    update.mutate(
      { label, groups, ...(url !== '' && { url }) },
      {
        onSuccess() {
          onClose();
          showDoneToast(texts.saved);
        },
      },
    );
  return (
    <Dialog open onClose={onClose} title={texts.editTitle}>
      <ChannelForm
        channel={channel}
        submitLabel={texts.submitEdit}
        onSubmit={submit}
        onClose={onClose}
        busy={update.isPending}
        error={update.error}
      />
    </Dialog>
  );
}
