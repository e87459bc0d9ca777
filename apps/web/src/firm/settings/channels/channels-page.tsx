import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, MessagesSquare, Pencil, Plus, Power, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../../base/format/format.ts';
import { sentences } from '../../../base/format/words.ts';
import { useSession } from '../../../base/session/session.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { Button, IconButton } from '../../../base/ui/buttons.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../base/ui/dialogs/menu.tsx';
import { PartHeader } from '../../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { CreateChannelDialog, EditChannelDialog, RemoveChannelDialog } from './channel-dialogs.tsx';
import { channelsQuery, useTestChannel, useUpdateChannel } from './queries.ts';
import { channelTexts } from './texts.ts';

const texts = channelTexts;

/** The channels of Slack and Teams that get the workspace's notices. */
export function ChannelsPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const channels = useQuery(channelsQuery);
  const create = has('admin') && (
    <Button icon={Plus} kind="primary" onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  const isEmpty = channels.data?.length === 0;
  const description = has('admin')
    ? texts.description
    : sentences([texts.description, texts.readOnlyRole]);
  return (
    <>
      <PartHeader title={texts.title} description={description} actions={!isEmpty && create} />
      {channels.isPending && <SkeletonRows rows={3} className="h-20 w-full" />}
      {channels.isLoadingError && (
        <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />
      )}
      {isEmpty && (
        <EmptyState icon={MessagesSquare} title={texts.empty.title} action={create}>
          {create ? texts.empty.advice : texts.empty.adviceReader}
        </EmptyState>
      )}
      {channels.data && !isEmpty && <ChannelList channels={channels.data} />}
      {creating && <CreateChannelDialog onClose={() => setCreating(false)} />}
    </>
  );
}

function ChannelList({ channels }: { channels: readonly NoticeChannel[] }) {
  const { has } = useSession();
  return (
    <ul aria-label={texts.list} className="overflow-hidden rounded-xl border">
      {channels.map((channel) => (
        <li
          key={channel.id}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 border-b px-4 py-3 last:border-0"
        >
          <ChannelFacts channel={channel} />
          {has('admin') && <ChannelActions channel={channel} />}
        </li>
      ))}
    </ul>
  );
}

function ChannelFacts({
  channel: { kind, label, host, groups, enabled, lastPost },
}: {
  channel: NoticeChannel;
}) {
  return (
    <div className="min-w-0 flex-1 basis-64">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-medium">{label}</h3>
        <Badge>{texts.kinds[kind]}</Badge>
        <Badge tone={enabled ? 'good' : 'neutral'} dot>
          {enabled ? texts.enabled : texts.disabled}
        </Badge>
      </div>
      <p className="wrap-anywhere mt-0.5 text-muted text-sm">
        {host} · {groups.map((group) => texts.groups[group]).join(' · ')}
      </p>
      <p role="status" className="wrap-anywhere mt-0.5 text-muted text-sm">
        <LastPost post={lastPost} />
      </p>
    </div>
  );
}

function LastPost({ post }: { post: NoticeChannel['lastPost'] }) {
  if (post === null) return texts.neverPosted;
  const { at, error } = post;
  const ago = formatAgo(at);
  return (
    <span title={formatMoment(at)} className={error === null ? undefined : 'text-danger'}>
      {error === null ? texts.posted(ago) : texts.failed(ago, error)}
    </span>
  );
}

function ChannelActions({ channel }: { channel: NoticeChannel }) {
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const update = useUpdateChannel(channel.id, false);
  const test = useTestChannel(channel.id);
  const enabled = !channel.enabled;
  const turn = () =>
    update.mutate(
      { enabled },
      { onSuccess: () => showDoneToast(enabled ? texts.wasEnabled : texts.wasDisabled) },
    );
  const close = () => setAsking(null);
  const trigger = <IconButton icon={Ellipsis} label={texts.actions(channel.label)} />;
  return (
    <div className="flex shrink-0 items-center gap-2">
      <Button icon={Send} size="small" busy={test.isPending} onClick={() => test.mutate()}>
        {texts.test}
      </Button>
      <Menu trigger={trigger}>
        <MenuItem icon={Pencil} label={texts.edit} onSelect={() => setAsking('edit')} />
        <MenuItem
          icon={Power}
          label={channel.enabled ? texts.disable : texts.enable}
          onSelect={turn}
        />
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          label={texts.remove.item}
          danger
          onSelect={() => setAsking('remove')}
        />
      </Menu>
      {asking === 'edit' && <EditChannelDialog channel={channel} onClose={close} />}
      {asking === 'remove' && <RemoveChannelDialog channel={channel} onClose={close} />}
    </div>
  );
}
