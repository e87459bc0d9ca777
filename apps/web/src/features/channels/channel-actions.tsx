import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { Ellipsis, Pencil, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/dialogs/menu.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { EditChannelDialog } from './edit-channel-dialog.tsx';
import { RemoveChannelDialog } from './remove-channel-dialog.tsx';
import { useTestChannel } from './use-test-channel.ts';
import { useUpdateChannel } from './use-update-channel.ts';

const texts = channelTexts;

/** Actions of an admin for a channel. */
export function ChannelActions({ channel }: { channel: NoticeChannel }) {
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const update = useUpdateChannel(channel.id, false);
  const test = useTestChannel(channel.id);
  const enabled = !channel.enabled;
  const turn = () =>
    update.mutate({ enabled }, { onSuccess: () => showDoneToast(enabled ? texts.wasEnabled : texts.wasDisabled) });
  const close = () => setAsking(null);
  const trigger = (
    <IconButton label={texts.actions(channel.label)}>
      <Ellipsis aria-hidden />
    </IconButton>
  );
  return (
    <div className="flex shrink-0 items-center gap-2">
      <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
        <Send aria-hidden className="size-3.5" />
        {texts.test}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem onSelect={() => setAsking('edit')}>
          <Pencil aria-hidden />
          {texts.edit}
        </MenuItem>
        <MenuItem onSelect={turn}>
          <Power aria-hidden />
          {channel.enabled ? texts.disable : texts.enable}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onSelect={() => setAsking('remove')}>
          <Trash2 aria-hidden />
          {texts.remove.item}
        </MenuItem>
      </Menu>
      {asking === 'edit' && <EditChannelDialog channel={channel} onClose={close} />}
      {asking === 'remove' && <RemoveChannelDialog channel={channel} onClose={close} />}
    </div>
  );
}
