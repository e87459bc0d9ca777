import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useQuery } from '@tanstack/react-query';
import { Link2, Plus, Share2 } from 'lucide-react';
import { useState } from 'react';
import { LinkMadeDialog } from '../../domain/clients/links/link-made-dialog.tsx';
import { type ClientLink, clientLinksQuery, isOpenLink } from '../../domain/clients/links/queries.ts';
import { ShareDialog } from '../../domain/clients/links/share-dialog.tsx';
import { listHeldVersions } from '../../domain/clients/release/held-versions.ts';
import { releasesQuery } from '../../domain/clients/release/queries.ts';
import { ReleaseButton } from '../../domain/clients/release/release-button.tsx';
import { clientLinkTexts as texts } from '../../texts/en/clients/links.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Warning } from '../../ui/states/warning.tsx';
import { ClientLinkTable } from './client-link-table.tsx';
import { usePreview } from './use-preview.ts';

/** Makes, previews, replaces and revokes the client links of an engagement, and releases documents to them. */
export function ClientLinks({ engagementId }: { engagementId: string }) {
  const [sharing, setSharing] = useState<{ replaced: ClientLink | undefined } | null>(null);
  const [made, setMade] = useState<IssuedPortalToken | null>(null);
  const links = useQuery(clientLinksQuery(engagementId));
  const hasOpen = links.data?.some((link) => isOpenLink(link)) ?? false;
  const share = () => setSharing({ replaced: undefined });
  const actions = hasOpen && (
    <>
      <Button onClick={share}>
        <Plus aria-hidden className="size-4" />
        {texts.create}
      </Button>
      <ReleaseButton engagementId={engagementId} kind="primary" />
    </>
  );
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4">
      <PartHeader title={texts.title} description={texts.description} actions={actions} />
      {links.error && !links.data ? (
        <ErrorState error={links.error} onRetry={() => void links.refetch()} />
      ) : links.data ? (
        <LinkList
          engagementId={engagementId}
          links={links.data}
          onShare={share}
          onReplace={(replaced) => setSharing({ replaced })}
          onPreviewBlocked={setMade}
        />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {sharing && (
        <ShareDialog
          engagementId={engagementId}
          replaced={sharing.replaced}
          onClose={() => setSharing(null)}
          onMade={(link) => {
            setSharing(null);
            setMade(link);
          }}
        />
      )}
      {made && <LinkMadeDialog link={made} onClose={() => setMade(null)} />}
    </section>
  );
}

interface LinkListProps {
  engagementId: string;
  links: readonly ClientLink[];
  onShare: () => void;
  onReplace: (link: ClientLink) => void;
  onPreviewBlocked: (link: IssuedPortalToken) => void;
}

function LinkList({ engagementId, links, onShare, onReplace, onPreviewBlocked }: LinkListProps) {
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const preview = usePreview(engagementId, onPreviewBlocked);
  const open = links.filter((link) => isOpenLink(link));
  const ended = links.filter((link) => !isOpenLink(link));
  const shared = { engagementId, held: listHeldVersions(releases ?? []), onPreview: preview.mutate, onReplace };
  const ofLatest = open.filter(({ documents }) => documents === 'latest').length;
  return (
    <>
      {open.length === 0 ? (
        <EmptyState icon={Link2} title={texts.empty.title} action={<FirstLinkButton onClick={onShare} />}>
          {texts.empty.advice}
        </EmptyState>
      ) : (
        <ClientLinkTable {...shared} links={open} isEnded={false} caption={texts.caption} />
      )}
      {ofLatest > 0 && <Warning>{texts.latestAdvice(ofLatest)}</Warning>}
      {ended.length > 0 && (
        <details className="flex flex-col gap-3">
          <summary className="w-fit cursor-pointer rounded text-muted hover:text-ink">
            {texts.ended(ended.length)}
          </summary>
          <div className="mt-3">
            <ClientLinkTable {...shared} links={ended} isEnded caption={texts.endedCaption} />
          </div>
        </details>
      )}
    </>
  );
}

function FirstLinkButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="primary" onClick={onClick}>
      <Share2 aria-hidden className="size-4" />
      {texts.first}
    </Button>
  );
}
