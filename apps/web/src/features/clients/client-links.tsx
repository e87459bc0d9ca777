import type { IssuedPortalToken, PortalToken } from '@ecp/contract/reach/portal';
import { useQuery } from '@tanstack/react-query';
import { Eye, Link2, Share2 } from 'lucide-react';
import { useState } from 'react';
import { clientsTexts } from '../../texts/en/clients.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ClientLinkTable } from './client-link-table.tsx';
import { isOpenLink, portalTokensQuery } from './clients-queries.ts';
import { LinkMadeDialog } from './link-made-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { usePreview } from './use-preview.ts';

const { links: texts } = clientsTexts;

/** Creates, previews and revokes the client links of an engagement. */
export function ClientLinks({ engagementId }: { engagementId: string }) {
  const [sharing, setSharing] = useState(false);
  const [made, setMade] = useState<IssuedPortalToken | null>(null);
  const preview = usePreview(engagementId, setMade);
  const share = (
    <Button kind="primary" onClick={() => setSharing(true)}>
      <Share2 aria-hidden className="size-4" />
      {texts.create}
    </Button>
  );
  const actions = (
    <>
      <Button busy={preview.isPending} onClick={() => preview.mutate()}>
        <Eye aria-hidden className="size-4" />
        {texts.preview}
      </Button>
      {share}
    </>
  );
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4">
      <PartHeader title={texts.title} description={texts.description} actions={actions} />
      <LinkList engagementId={engagementId} />
      {sharing && (
        <ShareDialog
          engagementId={engagementId}
          onClose={() => setSharing(false)}
          onMade={(link) => {
            setSharing(false);
            setMade(link);
          }}
        />
      )}
      {made && <LinkMadeDialog link={made} onClose={() => setMade(null)} />}
    </section>
  );
}

function LinkList({ engagementId }: { engagementId: string }) {
  const { data, error, refetch } = useQuery(portalTokensQuery(engagementId));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  const open = data.filter((link) => isOpenLink(link));
  const ended = data.filter((link) => !isOpenLink(link));
  return (
    <>
      {open.length === 0 ? (
        <EmptyState icon={Link2} title={texts.empty.title}>
          {texts.empty.advice}
        </EmptyState>
      ) : (
        <ClientLinkTable engagementId={engagementId} links={open} caption={texts.caption} />
      )}
      {ended.length > 0 && <EndedLinks engagementId={engagementId} links={ended} />}
    </>
  );
}

function EndedLinks({ engagementId, links }: { engagementId: string; links: PortalToken[] }) {
  return (
    <details className="group flex flex-col gap-3">
      <summary className="w-fit cursor-pointer rounded text-muted hover:text-ink">{texts.ended(links.length)}</summary>
      <div className="mt-3">
        <ClientLinkTable engagementId={engagementId} links={links} caption={texts.endedCaption} />
      </div>
    </details>
  );
}
