import type { IssuedPortalToken } from '@ecp/contract/reach/portal';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Eye, Link2, Link2Off, Plus, Replace, Share2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../base/api/client.ts';
import { deliverableListQuery, releasesQuery } from '../../base/api/document-queries.ts';
import { formatAgo, formatDay, formatMoment } from '../../base/format/format.ts';
import { joinWords } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { Badge } from '../../base/ui/badges.tsx';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { Menu, MenuItem } from '../../base/ui/dialogs/menu.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { EmptyState, ErrorState, SkeletonRows, Warning } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { LinkMadeDialog, ShareDialog } from '../../shared/release/link-dialogs.tsx';
import { revokeTexts, clientLinkTexts as texts } from '../../shared/release/link-texts.ts';
import { ReleaseTrigger, useReleaseDialog } from '../../shared/release/release-button.tsx';
import {
  type ClientLink,
  clientLinksQuery,
  type HeldVersions,
  isOpenLink,
  listHeldVersions,
  nameOfLink,
} from '../../shared/release/releases.ts';

/**
 * Makes, previews, replaces and revokes the client links of an engagement, and releases documents
 * to them.
 */
export function ClientLinks({ engagementId }: { engagementId: string }) {
  const [sharing, setSharing] = useState<{ replaced: ClientLink | undefined } | null>(null);
  const [made, setMade] = useState<IssuedPortalToken | null>(null);
  const links = useQuery(clientLinksQuery(engagementId));
  const listed = useQuery(deliverableListQuery(engagementId));
  // All parts appear at once, because each late one would move the page.
  const shown = listed.isPending ? undefined : links.data;
  const hasOpen = shown?.some((link) => isOpenLink(link)) ?? false;
  const share = () => setSharing({ replaced: undefined });
  const release = useReleaseDialog(engagementId);
  const hasDocuments = listed.data?.some(({ filename }) => !filename.startsWith('_')) ?? false;
  const actions = hasOpen && (
    <>
      <Button icon={Plus} onClick={share}>
        {texts.create}
      </Button>
      <ReleaseTrigger kind="primary" onClick={release.open} />
    </>
  );
  return (
    <section aria-label={texts.title} className="flex flex-col gap-4">
      <PartHeader title={texts.title} description={texts.description} actions={actions} />
      {links.error && !links.data ? (
        <ErrorState error={links.error} onRetry={() => void links.refetch()} />
      ) : shown ? (
        <LinkList
          engagementId={engagementId}
          links={shown}
          hasDocuments={hasDocuments}
          onShare={share}
          onRelease={release.open}
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
      {release.dialog}
      {made && <LinkMadeDialog link={made} onClose={() => setMade(null)} />}
    </section>
  );
}

interface LinkListProps {
  engagementId: string;
  hasDocuments: boolean;
  links: readonly ClientLink[];
  onShare: () => void;
  onRelease: () => void;
  onReplace: (link: ClientLink) => void;
  onPreviewBlocked: (link: IssuedPortalToken) => void;
}

function LinkList(props: LinkListProps) {
  const { engagementId, links, hasDocuments, onShare, onRelease, onReplace, onPreviewBlocked } =
    props;
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const preview = usePreview(engagementId, onPreviewBlocked);
  const open = links.filter((link) => isOpenLink(link));
  const ended = links.filter((link) => !isOpenLink(link));
  const shared = {
    engagementId,
    held: listHeldVersions(releases ?? []),
    onPreview: preview.mutate,
    onReplace,
  };
  const ofLatest = open.filter(({ documents }) => documents === 'latest').length;
  return (
    <>
      {open.length === 0 ? (
        <EmptyState
          icon={Link2}
          title={texts.empty.title}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <FirstLinkButton onClick={onShare} />
              {hasDocuments && <ReleaseTrigger onClick={onRelease} />}
            </div>
          }
        >
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
    <Button icon={Share2} kind="primary" onClick={onClick}>
      {texts.first}
    </Button>
  );
}

interface ClientLinkTableProps {
  engagementId: string;
  links: readonly ClientLink[];
  held: HeldVersions;
  isEnded: boolean;
  caption: string;
  onPreview: (link: ClientLink) => void;
  onReplace: (link: ClientLink) => void;
}

/**
 * Lists client links: whose they are, what they show and permit, when they were last used, and what
 * can be done.
 */
function ClientLinkTable(props: ClientLinkTableProps) {
  const { engagementId, links, held, isEnded, caption, onPreview, onReplace } = props;
  const [revoked, setRevoked] = useState<ClientLink | null>(null);
  const columns = [
    clientColumn(),
    seesColumn(held),
    ...factColumns(),
    actionColumn(isEnded, { onPreview, onReplace, setRevoked }),
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={links} rowKey={({ id }) => id} />
      {revoked && (
        <RevokeDialog engagementId={engagementId} link={revoked} onClose={() => setRevoked(null)} />
      )}
    </>
  );
}

const clientColumn = (): Column<ClientLink> => ({
  title: texts.columns.client,
  cell: (link) => (
    <span className="wrap-anywhere block min-w-24 max-w-72">
      <span className="block font-medium">{nameOfLink(link)}</span>
      {link.clientEmail && <span className="block text-muted text-sm">{link.clientEmail}</span>}
    </span>
  ),
});

const seesColumn = (held: HeldVersions): Column<ClientLink> => ({
  title: texts.columns.sees,
  cell({ id, documents }) {
    if (documents === 'latest') return <Badge tone="warn">{texts.sees.latest}</Badge>;
    const count = held.get(id)?.size ?? 0;
    if (count === 0)
      return <span className="whitespace-nowrap text-muted">{texts.sees.nothing}</span>;
    return <span className="figures whitespace-nowrap">{texts.sees.documents(count)}</span>;
  },
});

const factColumns = (): Column<ClientLink>[] => [
  {
    title: texts.columns.permissions,
    wideOnly: true,
    cell: ({ permissions }) => (
      <span className="text-muted">
        {joinWords(permissions.map((one) => texts.permissions[one]))}
      </span>
    ),
  },
  {
    title: texts.columns.used,
    wideOnly: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Moment at={lastUsedAt} text={formatAgo(lastUsedAt)} /> : texts.neverOpened,
  },
  {
    title: texts.columns.expires,
    wideOnly: true,
    cell: ({ expiresAt }) =>
      expiresAt ? <Moment at={expiresAt} text={formatDay(expiresAt)} /> : commonTexts.never,
  },
];

function Moment({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className="figures whitespace-nowrap">
      {text}
    </time>
  );
}

interface LinkActions extends Pick<ClientLinkTableProps, 'onPreview' | 'onReplace'> {
  setRevoked: (link: ClientLink) => void;
}

const actionColumn = (
  isEnded: boolean,
  { onPreview, onReplace, setRevoked }: LinkActions,
): Column<ClientLink> => ({
  title: isEnded ? texts.columns.state : texts.columns.actions,
  numeric: true,
  cell(link) {
    if (isEnded) return <Badge>{link.revokedAt ? texts.revoked : texts.expired}</Badge>;
    return (
      <Menu
        trigger={
          <IconButton icon={Ellipsis} label={texts.actionsOf(nameOfLink(link))} className="-my-1" />
        }
      >
        <MenuItem icon={Eye} label={texts.preview} onSelect={() => onPreview(link)} />
        {link.documents === 'latest' && (
          <MenuItem icon={Replace} label={texts.replace} onSelect={() => onReplace(link)} />
        )}
        <MenuItem icon={Link2Off} label={texts.revoke} onSelect={() => setRevoked(link)} />
      </Menu>
    );
  },
});

interface RevokeDialogProps {
  engagementId: string;
  link: ClientLink;
  onClose: () => void;
}

/** Asks before a link ends, which its client notices at once. */
function RevokeDialog({ engagementId, link, onClose }: RevokeDialogProps) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokePortalToken({ id: engagementId, tokenId: link.id }),
    meta: { showsError: true },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: clientLinksQuery(engagementId).queryKey });
      onClose();
      showDoneToast(revokeTexts.done);
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={revokeTexts.title}
      confirmLabel={revokeTexts.confirm}
      action={revoke}
      onConfirm={() => revoke.mutate()}
    >
      {revokeTexts.lead(nameOfLink(link))}
    </ConfirmDialog>
  );
}

const previewMs = 3_600_000;

/**
 * Opens what a client sees in a new tab, through a read-only preview that expires soon. `onBlocked`
 * gets the link if the browser blocks the tab.
 */
function usePreview(engagementId: string, onBlocked: (link: IssuedPortalToken) => void) {
  const { user } = useSession();
  return useMutation({
    async mutationFn(previewed: ClientLink) {
      // Opens the tab before the first await. Later the browser would block it as a pop-up.
      const tab = window.open('about:blank', '_blank');
      try {
        const made = await api.createPortalToken({
          id: engagementId,
          previewOf: previewed.id,
          label: texts.previewLabel(user.name ?? user.email).slice(0, 200),
          expiresAt: new Date(Date.now() + previewMs).toISOString(),
        });
        if (!tab) return onBlocked({ ...made, clientName: nameOfLink(previewed) });
        tab.opener = null;
        tab.location.replace(`${location.origin}/portal/${made.token}`);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
}
