import type { PortalToken } from '@ecp/contract/reach/portal';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatAgo, formatDay, formatMoment } from '../../format/format.ts';
import { clientsTexts } from '../../texts/en/clients.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { isOpenLink, portalTokensQuery } from './clients-queries.ts';

const { links: texts, revoke: revokeTexts } = clientsTexts;

interface ClientLinkTableProps {
  engagementId: string;
  links: readonly PortalToken[];
  caption: string;
}

/** Lists client links with permissions, expiry and last use. Open links can be revoked. */
export function ClientLinkTable({ engagementId, links, caption }: ClientLinkTableProps) {
  const [chosen, setChosen] = useState<PortalToken | null>(null);
  const columns = [...factColumns, actionColumn(setChosen)];
  return (
    <>
      <Table caption={caption} columns={columns} rows={links} rowKey={({ id }) => id} />
      {chosen && <RevokeDialog engagementId={engagementId} link={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

const nameOf = ({ label }: PortalToken) => label ?? texts.unnamed;

const factColumns: Column<PortalToken>[] = [
  {
    title: texts.columns.label,
    cell: (link) => (
      <span className={`block min-w-24 max-w-72 ${link.label ? 'font-medium' : 'text-muted'}`}>{nameOf(link)}</span>
    ),
  },
  {
    title: texts.columns.permissions,
    wideOnly: true,
    cell: ({ permissions }) => permissions.map((one) => texts.permissions[one]).join(', '),
  },
  {
    title: texts.columns.expires,
    cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} text={formatDay(expiresAt)} /> : commonTexts.never),
  },
  {
    title: texts.columns.used,
    wideOnly: true,
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <Moment at={lastUsedAt} text={formatAgo(lastUsedAt)} /> : texts.neverOpened,
  },
];

function Moment({ at, text }: { at: string; text: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className="figures whitespace-nowrap">
      {text}
    </time>
  );
}

const actionColumn = (onRevoke: (link: PortalToken) => void): Column<PortalToken> => ({
  title: texts.columns.state,
  numeric: true,
  cell: (link) =>
    isOpenLink(link) ? (
      <Button size="small" aria-label={texts.revokeOf(nameOf(link))} onClick={() => onRevoke(link)}>
        {texts.revoke}
      </Button>
    ) : (
      <Badge>{link.revokedAt ? texts.revoked : texts.expired}</Badge>
    ),
});

interface RevokeDialogProps {
  engagementId: string;
  link: PortalToken;
  onClose: () => void;
}

function RevokeDialog({ engagementId, link, onClose }: RevokeDialogProps) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.revokePortalToken({ id: engagementId, tokenId: link.id }),
    meta: { showsError: true },
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: portalTokensQuery(engagementId).queryKey });
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
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      {revokeTexts.lead(nameOf(link))}
    </ConfirmDialog>
  );
}
