import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState } from 'react';
import {
  deliverableListQuery,
  type ListedDeliverable,
  type Release,
  releasesQuery,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { useReadOnOpen } from '../../base/api/waiting-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { ApprovalBadge, TimeAgo } from '../../base/ui/badges.tsx';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { PartHeader } from '../../base/ui/layout/page.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { listFiles } from '../../engagement/tasks/list-files.ts';
import { ClientDecisionMark } from '../../shared/release/client-decisions.tsx';
import {
  clientLinksQuery,
  type HeldVersions,
  isOpenLink,
  listHeldVersions,
  nameOfLink,
} from '../../shared/release/releases.ts';
import { releasesTexts } from '../../shared/release/texts.ts';
import { ClientFeedbackSection } from './client-feedback.tsx';
import { ClientLinks } from './client-links.tsx';

const route = getRouteApi('/shell/engagements/$engagementId/clients');

export function ClientsPage() {
  const { engagementId } = route.useParams();
  useReadOnOpen({ engagementId, kinds: ['client_comment', 'client_decision'] });
  const { has } = useSession();
  return (
    <div className="flex flex-col gap-10">
      {has('member') && <ClientLinks engagementId={engagementId} />}
      <ClientDocuments engagementId={engagementId} />
      <ClientFeedbackSection engagementId={engagementId} />
      <ReleaseList engagementId={engagementId} />
    </div>
  );
}

const { held: heldTexts } = releasesTexts;

interface ClientDocument {
  latest: ListedDeliverable;
  title: string;
  held: { linkId: string; name: string; version: number }[];
}

function ClientDocuments({ engagementId }: { engagementId: string }) {
  const id = useId();
  const { data: releases } = useQuery(releasesQuery(engagementId));
  const { data: listed } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const { data: links } = useQuery({
    ...clientLinksQuery(engagementId),
    enabled: useSession().has('member'),
  });
  if (!releases || !listed || !engagement) return null;
  const names = namesOf(releases);
  const held = new Map(listHeldVersions(releases));
  for (const link of links ?? []) if (!isOpenLink(link)) held.delete(link.id);
  const rows = listFiles(listed, engagement)
    .files.map(({ latest, title }) => ({
      latest,
      title,
      held: heldOf(latest.filename, held, names),
    }))
    .filter((row) => row.held.length > 0);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={heldTexts.title} />
      </div>
      <Table
        caption={heldTexts.caption}
        columns={columnsOf(engagementId)}
        rows={rows}
        rowKey={({ latest }) => latest.filename}
      />
    </section>
  );
}

const namesOf = (releases: readonly Release[]): ReadonlyMap<string, string> =>
  new Map(releases.flatMap(({ links }) => links.map((link) => [link.id, nameOfLink(link)])));

function heldOf(
  filename: string,
  held: HeldVersions,
  names: ReadonlyMap<string, string>,
): ClientDocument['held'] {
  return [...held].flatMap(([id, versions]) => {
    const version = versions.get(filename);
    return version === undefined ? [] : [{ linkId: id, name: names.get(id) ?? '', version }];
  });
}

const columnsOf = (engagementId: string): Column<ClientDocument>[] => [
  {
    title: heldTexts.columns.document,
    cell: ({ latest: { filename }, title }) => (
      <DocumentLink
        engagementId={engagementId}
        filename={filename}
        className={`${linkStyle} wrap-anywhere`}
      >
        {title}
      </DocumentLink>
    ),
  },
  {
    title: heldTexts.columns.held,
    cell: ({ held }) => (
      <ul className="figures flex flex-col">
        {held.map(({ linkId, name, version }) => (
          <li key={linkId}>{heldTexts.of(name, version)}</li>
        ))}
      </ul>
    ),
  },
  {
    title: heldTexts.columns.latest,
    wideOnly: true,
    cell: ({ latest: { version, approvalStatus } }) => (
      <span className="inline-flex items-center gap-2">
        <span className="figures">{heldTexts.all(version)}</span>
        <ApprovalBadge status={approvalStatus} />
      </span>
    ),
  },
  {
    title: heldTexts.columns.decision,
    cell({ latest: { clientDecisions }, held }) {
      if (clientDecisions.length === 0) return <span className="text-muted">{heldTexts.none}</span>;
      const newest = Math.max(...held.map(({ version }) => version));
      const versionOf = (linkId: string | null) =>
        held.find((one) => one.linkId === linkId)?.version ?? newest;
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

const shownAtFirst = 5;

/** Lists what was released, newest first: by whom, to whom, which versions, with which message. */
function ReleaseList({ engagementId }: { engagementId: string }) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { data, error, refetch } = useQuery(releasesQuery(engagementId));
  if (data?.length === 0) return null;
  const shown = showsAll ? data : data?.slice(0, shownAtFirst);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={releasesTexts.title} />
      </div>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data || !shown ? (
        <SkeletonRows rows={2} />
      ) : (
        <ol className="divide-y rounded-xl border">
          {shown.map((release) => (
            <ReleaseItem key={release.id} engagementId={engagementId} release={release} />
          ))}
        </ol>
      )}
      {data && shown && shown.length < data.length && (
        <Button size="small" className="self-start" onClick={() => setShowsAll(true)}>
          {releasesTexts.showAll(data.length)}
        </Button>
      )}
    </section>
  );
}

function ReleaseItem({ engagementId, release }: { engagementId: string; release: Release }) {
  const { documents, links, message, attestation, aiUse, releasedBy, createdAt } = release;
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="wrap-anywhere min-w-0">
          <span className="font-medium">{releasedBy.name}</span>{' '}
          {releasesTexts.entry(documents.length, links.map(nameOfLink))}
        </span>
        <TimeAgo at={createdAt} className="ml-auto whitespace-nowrap text-muted text-sm" />
      </p>
      <ul className="figures flex flex-wrap gap-x-4 text-sm">
        {documents.map(({ filename, version, title }) => (
          <li key={filename} className="wrap-anywhere">
            <DocumentLink engagementId={engagementId} filename={filename} version={version}>
              {releasesTexts.document(title, version)}
            </DocumentLink>
          </li>
        ))}
      </ul>
      {message !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {message}
        </p>
      )}
      {attestation !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm">
          {releasesTexts.attested(releasedBy.name, attestation)}
        </p>
      )}
      {aiUse && <p className="text-muted text-sm">{releasesTexts.aiUse}</p>}
    </li>
  );
}
