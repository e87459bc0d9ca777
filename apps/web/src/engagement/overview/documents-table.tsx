import type { OverviewDocument } from '@ecp/contract/reach/overview';
import { Link } from '@tanstack/react-router';
import { Send, UserRound } from 'lucide-react';
import { formatMoment } from '../../base/format/format.ts';
import { ApprovalBadge, Badge } from '../../base/ui/badges.tsx';
import { linkStyle } from '../../base/ui/buttons.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { type Column, Table } from '../../base/ui/layout/table.tsx';
import { ClientAhead, ClientDecisionSummary } from '../../shared/release/client-decisions.tsx';
import { BoardPaperBadge } from '../tasks/task-marks.tsx';
import { overviewTexts } from './texts.ts';

const texts = overviewTexts.documents;

interface DocumentsTableProps {
  engagementId: string;
  documents: readonly OverviewDocument[];
}

/** The documents with what the team and the clients make of them, the decision paper first. */
export function DocumentsTable({ engagementId, documents }: DocumentsTableProps) {
  if (documents.length === 0) return null;
  const columns: Column<OverviewDocument>[] = [
    {
      title: texts.columns.document,
      cell: (document) => <Title engagementId={engagementId} document={document} />,
    },
    {
      title: texts.columns.review,
      cell: ({ approvalStatus }) => <ApprovalBadge status={approvalStatus} />,
    },
    {
      title: texts.columns.client,
      wideOnly: true,
      cell: (document) => <ClientState document={document} />,
    },
    {
      title: texts.columns.open,
      wideOnly: true,
      cell: (document) => <OpenPoints document={document} />,
    },
  ];
  return (
    <section aria-labelledby="documents" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="documents" className="font-semibold">
          {texts.title}
        </h2>
        <Link
          to="/engagements/$engagementId/deliverables"
          params={{ engagementId }}
          className={linkStyle}
        >
          {texts.all}
        </Link>
      </div>
      <Table
        caption={texts.caption}
        columns={columns}
        rows={documents}
        rowKey={({ filename }) => filename}
      />
    </section>
  );
}

/** On a phone the title holds what the other columns say. */
function Title({ engagementId, document }: { engagementId: string; document: OverviewDocument }) {
  const { filename, title, version, synthesis, stale } = document;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <DocumentLink
          engagementId={engagementId}
          filename={filename}
          className="wrap-anywhere font-medium hover:underline"
        >
          {title}
        </DocumentLink>
        {synthesis && <BoardPaperBadge name={title} />}
        {stale && (
          <span title={texts.staleHint}>
            <Badge tone="warn">{texts.stale}</Badge>
          </span>
        )}
      </span>
      <span className="figures text-muted text-sm">{texts.version(version)}</span>
      <div className="flex flex-col items-start gap-0.5 md:hidden">
        <ClientState document={document} />
        {listOpen(document).length > 0 && <OpenPoints document={document} />}
      </div>
    </div>
  );
}

function ClientState({ document }: { document: OverviewDocument }) {
  const { version, approvalStatus, released, clientDecisions, awaits } = document;
  if (released === null && clientDecisions.length === 0 && awaits.length === 0)
    return <span className="text-muted text-sm">{texts.notReleased}</span>;
  const names = awaits.map(({ clientName, label }) => clientName ?? label ?? texts.client);
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm">
      {released && (
        <span
          title={formatMoment(released.at)}
          className="figures inline-flex items-center gap-1.5 text-muted"
        >
          <Send aria-hidden className="size-3.5 shrink-0" />
          {texts.released(released.version, released.links)}
        </span>
      )}
      <ClientDecisionSummary decisions={clientDecisions} version={released?.version ?? version} />
      <ClientAhead decisions={clientDecisions} version={version} approvalStatus={approvalStatus} />
      {names.length > 0 && (
        <span className="inline-flex items-center gap-1.5 text-warn">
          <UserRound aria-hidden className="size-3.5 shrink-0" />
          {texts.waitsFor([...new Set(names)])}
        </span>
      )}
    </div>
  );
}

function listOpen({ openCitations, conflicts, openComments }: OverviewDocument): string[] {
  return [
    openCitations > 0 && texts.citations(openCitations),
    conflicts > 0 && texts.conflicts(conflicts),
    openComments > 0 && texts.comments(openComments),
  ].filter((part) => part !== false);
}

function OpenPoints({ document }: { document: OverviewDocument }) {
  const open = listOpen(document);
  if (open.length === 0) return <span className="text-muted text-sm">{texts.nothingOpen}</span>;
  return <span className="figures text-sm text-warn">{open.join(', ')}</span>;
}
