import { useQuery } from '@tanstack/react-query';
import { MessagesSquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ChannelList } from './channel-list.tsx';
import { CreateChannelDialog } from './create-channel-dialog.tsx';
import { channelsQuery } from './queries.ts';

const texts = channelTexts;

/** The channels of Slack and Teams that get the workspace's notices (NOT-15). */
export function ChannelsPage() {
  const { has } = useSession();
  const [creating, setCreating] = useState(false);
  const channels = useQuery(channelsQuery);
  const create = has('admin') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" />
      {texts.create}
    </Button>
  );
  const isEmpty = channels.data?.length === 0;
  const description = has('admin') ? texts.description : `${texts.description} ${texts.readOnlyRole}`;
  return (
    <>
      <PartHeader title={texts.title} description={description} actions={!isEmpty && create} />
      {channels.isPending && <SkeletonRows rows={3} className="h-20 w-full" />}
      {channels.isLoadingError && <ErrorState error={channels.error} onRetry={() => void channels.refetch()} />}
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
