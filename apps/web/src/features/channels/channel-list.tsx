import type { NoticeChannel } from '@ecp/contract/reach/notices';
import { formatAgo, formatMoment } from '../../format/format.ts';
import { useSession } from '../../session/session.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { ChannelActions } from './channel-actions.tsx';

const texts = channelTexts;

/** Lists the channels with the outcome of the latest post of each. */
export function ChannelList({ channels }: { channels: readonly NoticeChannel[] }) {
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

function ChannelFacts({ channel: { kind, label, host, groups, enabled, lastPost } }: { channel: NoticeChannel }) {
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
