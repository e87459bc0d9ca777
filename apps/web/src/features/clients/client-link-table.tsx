import { Ellipsis, Eye, Link2Off, Replace } from 'lucide-react';
import { useState } from 'react';
import { type ClientLink, nameOfLink } from '../../domain/clients/links/queries.ts';
import type { HeldVersions } from '../../domain/clients/release/held-versions.ts';
import { formatAgo, formatDay, formatMoment } from '../../format/format.ts';
import { clientLinkTexts as texts } from '../../texts/en/clients/links.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/dialogs/menu.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

interface ClientLinkTableProps {
  engagementId: string;
  links: readonly ClientLink[];
  held: HeldVersions;
  /** Whether the links work no more. */
  isEnded: boolean;
  caption: string;
  onPreview: (link: ClientLink) => void;
  onReplace: (link: ClientLink) => void;
}

/** Lists client links: whose they are, what they show and permit, when they were last used, and what can be done. */
export function ClientLinkTable(props: ClientLinkTableProps) {
  const { engagementId, links, held, isEnded, caption, onPreview, onReplace } = props;
  const [revoked, setRevoked] = useState<ClientLink | null>(null);
  const columns = [
    clientColumn,
    seesColumn(held),
    ...factColumns,
    actionColumn(isEnded, { onPreview, onReplace, setRevoked }),
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={links} rowKey={({ id }) => id} />
      {revoked && <RevokeDialog engagementId={engagementId} link={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

const clientColumn: Column<ClientLink> = {
  title: texts.columns.client,
  cell: (link) => (
    <span className="wrap-anywhere block min-w-24 max-w-72">
      <span className="block font-medium">{nameOfLink(link)}</span>
      {link.clientEmail && <span className="block text-muted text-sm">{link.clientEmail}</span>}
    </span>
  ),
};

const seesColumn = (held: HeldVersions): Column<ClientLink> => ({
  title: texts.columns.sees,
  cell({ id, documents }) {
    if (documents === 'latest') return <Badge tone="warn">{texts.sees.latest}</Badge>;
    const count = held.get(id)?.size ?? 0;
    if (count === 0) return <span className="whitespace-nowrap text-muted">{texts.sees.nothing}</span>;
    return <span className="figures whitespace-nowrap">{texts.sees.documents(count)}</span>;
  },
});

const factColumns: Column<ClientLink>[] = [
  {
    title: texts.columns.permissions,
    wideOnly: true,
    cell: ({ permissions }) => (
      <span className="text-muted">{permissions.map((one) => texts.permissions[one]).join(', ')}</span>
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
    cell: ({ expiresAt }) => (expiresAt ? <Moment at={expiresAt} text={formatDay(expiresAt)} /> : commonTexts.never),
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

const actionColumn = (isEnded: boolean, { onPreview, onReplace, setRevoked }: LinkActions): Column<ClientLink> => ({
  title: isEnded ? texts.columns.state : texts.columns.actions,
  numeric: true,
  cell(link) {
    if (isEnded) return <Badge>{link.revokedAt ? texts.revoked : texts.expired}</Badge>;
    return (
      <Menu
        trigger={
          <IconButton label={texts.actionsOf(nameOfLink(link))} className="-my-1">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onPreview(link)}>
          <Eye aria-hidden />
          {texts.preview}
        </MenuItem>
        {link.documents === 'latest' && (
          <MenuItem onSelect={() => onReplace(link)}>
            <Replace aria-hidden />
            {texts.replace}
          </MenuItem>
        )}
        <MenuItem onSelect={() => setRevoked(link)}>
          <Link2Off aria-hidden />
          {texts.revoke}
        </MenuItem>
      </Menu>
    );
  },
});
