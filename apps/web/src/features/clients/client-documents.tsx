import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { ClientDecisionMark } from '../../domain/clients/decisions/client-decision-mark.tsx';
import { clientLinksQuery, isOpenLink, nameOfLink } from '../../domain/clients/links/queries.ts';
import { type HeldVersions, listHeldVersions } from '../../domain/clients/release/held-versions.ts';
import { type Release, releasesQuery } from '../../domain/clients/release/queries.ts';
import { latestOfFiles } from '../../domain/deliverables/latest-of-files.ts';
import { deliverableListQuery, type ListedDeliverable } from '../../domain/deliverables/queries.ts';
import { titleOf } from '../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { useSession } from '../../session/session.ts';
import { releasesTexts } from '../../texts/en/clients/release.ts';
import { linkStyle } from '../../ui/layout/link-style.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { type Column, Table } from '../../ui/layout/table.tsx';
import { ApprovalBadge } from '../../ui/states/status-badge.tsx';

const { held: texts } = releasesTexts;

interface ClientDocument {
  latest: ListedDeliverable;
  title: string;
  /** The version that each client has. */
  held: { linkId: string; name: string; version: number }[];
}

/**
 * Lists the documents that clients have: in which version, what is newer, and what each client decided about them. Clients
 * whose link has ended have none, as far as the reader may know links (POR-3).
 */
export function ClientDocuments({ engagementId }: { engagementId: string }) {
  const id = useId();
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const { data: listed } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: links } = useQuery({ ...clientLinksQuery(engagementId), enabled: useSession().has('member') });
  if (!releases || !listed || !engagement) return null;
  const names = namesOf(releases);
  const held = new Map(listHeldVersions(releases));
  for (const link of links ?? []) if (!isOpenLink(link)) held.delete(link.id);
  const rows = latestOfFiles(listed)
    .map((latest) => ({
      latest,
      title: titleOf(latest.filename, engagement),
      held: heldOf(latest.filename, held, names),
    }))
    .filter((row) => row.held.length > 0)
    .sort((one, other) => one.title.localeCompare(other.title));
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={texts.title} />
      </div>
      <Table
        caption={texts.caption}
        columns={columnsOf(engagementId)}
        rows={rows}
        rowKey={({ latest }) => latest.filename}
      />
    </section>
  );
}

const namesOf = (releases: readonly Release[]): ReadonlyMap<string, string> =>
  new Map(releases.flatMap(({ links }) => links.map((link) => [link.id, nameOfLink(link)])));

function heldOf(filename: string, held: HeldVersions, names: ReadonlyMap<string, string>): ClientDocument['held'] {
  return [...held].flatMap(([id, versions]) => {
    const version = versions.get(filename);
    return version === undefined ? [] : [{ linkId: id, name: names.get(id) ?? '', version }];
  });
}

const columnsOf = (engagementId: string): Column<ClientDocument>[] => [
  {
    title: texts.columns.document,
    cell: ({ latest: { filename }, title }) => (
      <Link
        to="/engagements/$engagementId/deliverables/$filename"
        params={{ engagementId, filename }}
        search={{}}
        className={`${linkStyle} wrap-anywhere`}
      >
        {title}
      </Link>
    ),
  },
  {
    title: texts.columns.held,
    cell: ({ held }) => (
      <ul className="figures flex flex-col">
        {held.map(({ linkId, name, version }) => (
          <li key={linkId}>{texts.of(name, version)}</li>
        ))}
      </ul>
    ),
  },
  {
    title: texts.columns.latest,
    wideOnly: true,
    cell: ({ latest: { version, approvalStatus } }) => (
      <span className="inline-flex items-center gap-2">
        <span className="figures">{texts.all(version)}</span>
        <ApprovalBadge status={approvalStatus} />
      </span>
    ),
  },
  {
    title: texts.columns.decision,
    cell({ latest: { clientDecisions }, held }) {
      if (clientDecisions.length === 0) return <span className="text-muted">{texts.none}</span>;
      const newest = Math.max(...held.map(({ version }) => version));
      const versionOf = (linkId: string | null) => held.find((one) => one.linkId === linkId)?.version ?? newest;
      return (
        <ul className="flex flex-col">
          {clientDecisions.map((decision) => (
            <li key={`${decision.linkId} ${decision.at}`} className="flex">
              <ClientDecisionMark decision={decision} version={versionOf(decision.linkId)} />
            </li>
          ))}
        </ul>
      );
    },
  },
];
