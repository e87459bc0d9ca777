import type { Run } from '@ecp/contract/work/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { callOnce } from '../../base/api/call-once.ts';
import { api } from '../../base/api/client.ts';
import {
  type FileProps,
  refreshDeliverables,
  type Version,
  type VersionProps,
  type VersionReview,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { formatAgo, formatDuration, formatMoment, formatUsd } from '../../base/format/format.ts';
import { useSession } from '../../base/session/session.ts';
import { decidingTexts } from '../../base/texts/deciding.ts';
import { reviewTexts } from '../../base/texts/review.ts';
import { versionTexts } from '../../base/texts/versions.ts';
import { ApprovalBadge, Badge } from '../../base/ui/badges.tsx';
import { Button, linkStyle } from '../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../base/ui/dialogs/form-dialogs.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { showDoneToast } from '../../base/ui/toasts/show-toast.ts';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { ClientDecisionMarks } from '../../shared/release/client-decisions.tsx';
import { ReleasedTo } from '../released-version.tsx';
import { NoteAnswerList, VersionPicker } from '../version-parts.tsx';
import { ReviewNotes } from './points.tsx';

const texts = versionTexts.history;
const shownAtFirst = 10;

export function VersionHistory({ engagementId, filename, version }: VersionProps) {
  const query = useQuery(versionsQuery(engagementId, filename));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const [showsAll, setShowsAll] = useState(false);
  const versions = query.data ?? [];
  const shown = showsAll ? versions : versions.slice(0, shownAtFirst);
  return (
    <Section
      title={texts.title}
      actions={
        versions.length > 1 && (
          <CompareForm engagementId={engagementId} filename={filename} versions={versions} />
        )
      }
    >
      {query.isPending && <SkeletonRows rows={2} />}
      {query.isError && versions.length === 0 && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ol className="-my-4 divide-y">
        {shown.map((entry, index) => (
          <VersionItem
            key={entry.id}
            engagementId={engagementId}
            filename={filename}
            version={entry}
            before={versions[index + 1]}
            after={versions[index - 1]}
            run={engagement?.runs.find(({ id }) => id === entry.runId)}
            isShown={entry.version === version}
          />
        ))}
      </ol>
      {shown.length < versions.length && (
        <div className="mt-6 flex justify-center">
          <Button size="small" onClick={() => setShowsAll(true)}>
            {texts.showAll(versions.length)}
          </Button>
        </div>
      )}
    </Section>
  );
}

function CompareForm({
  engagementId,
  filename,
  versions,
}: FileProps & { versions: readonly Version[] }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const from = chosen.from ?? versions[1]?.version ?? 1;
  const to = chosen.to ?? versions[0]?.version ?? 1;
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          to: '/engagements/$engagementId/deliverables/$filename/compare',
          params: { engagementId, filename },
          search: { from: String(from), to: String(to) },
        });
      }}
    >
      <VersionPicker
        label={texts.compareFrom}
        versions={versions}
        value={from}
        onChange={(version) => setChosen({ ...chosen, from: version })}
      />
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
      <VersionPicker
        label={texts.compareTo}
        versions={versions}
        value={to}
        onChange={(version) => setChosen({ ...chosen, to: version })}
      />
      <Button type="submit" size="small" disabled={from === to}>
        {texts.compare}
      </Button>
    </form>
  );
}

interface VersionItemProps extends FileProps {
  version: Version;
  before: Version | undefined;
  after: Version | undefined;
  run: Run | undefined;
  isShown: boolean;
}

function VersionItem({
  engagementId,
  filename,
  version,
  before,
  after,
  run,
  isShown,
}: VersionItemProps) {
  const params = { engagementId, filename };
  const { version: number, createdAt, clientDecisions } = version;
  const decisions = clientDecisions.filter((decision) => decision.version === number);
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-medium">{reviewTexts.version(number)}</span>
        <ApprovalBadge status={version.approvalStatus} />
        <ClientDecisionMarks decisions={decisions} version={number} />
        {!after && <Badge>{texts.latest}</Badge>}
        {isShown && <Badge tone="accent">{texts.shown}</Badge>}
        <span className="ml-auto flex gap-4 text-sm">
          {after && (
            <RestoreVersion engagementId={engagementId} filename={filename} version={number} />
          )}
          {before && (
            <Link
              to="/engagements/$engagementId/deliverables/$filename/compare"
              params={params}
              search={{ from: String(before.version), to: String(number) }}
              aria-label={texts.compareBeforeLabel(number)}
              className={linkStyle}
            >
              {texts.compareBefore}
            </Link>
          )}
          {!isShown && (
            <Link
              to="/engagements/$engagementId/deliverables/$filename"
              params={params}
              search={after ? { version: String(number) } : {}}
              aria-label={texts.openLabel(number)}
              className={linkStyle}
            >
              {texts.open}
            </Link>
          )}
        </span>
      </div>
      <p className="figures -mt-2 flex flex-wrap gap-x-3 text-muted text-sm">
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt)}
        </time>
        <span>
          {texts.words(version.wordCount)}
          {before && <Difference count={version.wordCount - before.wordCount} />}
        </span>
        {run && <span>{describeRun(run)}</span>}
        {version.editedBy && version.origin !== 'agent' && (
          <span>{texts.origins[version.origin](version.editedBy.name)}</span>
        )}
        <ReleasedTo engagementId={engagementId} filename={filename} version={number} />
      </p>
      {version.note !== null && <p className="wrap-anywhere -mt-2">{version.note}</p>}
      <VersionReviews version={version} after={after} />
    </li>
  );
}

function Difference({ count }: { count: number }) {
  if (count === 0) return null;
  return <> ({count > 0 ? texts.more(count) : texts.fewer(-count)})</>;
}

function describeRun({ estimatedCost, startedAt, finishedAt }: Run): string {
  const cost = formatUsd(estimatedCost);
  if (finishedAt === null) return texts.runGoesOn(cost);
  return texts.run(cost, formatDuration(Date.parse(finishedAt) - Date.parse(startedAt)));
}

function RestoreVersion({ engagementId, filename, version }: VersionProps) {
  const mayWrite = useSession().has('member');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asks, setAsks] = useState(false);
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  const restore = useMutation({
    meta: { showsError: true },
    mutationFn() {
      const body = { id: engagementId, filename, version };
      return callOnce(['restoreDeliverable', body], (options) =>
        api.restoreDeliverable(body, options),
      );
    },
    async onSuccess(made) {
      setAsks(false);
      showDoneToast(texts.restored(made.version));
      await refreshDeliverables(queryClient, engagementId);
      const params = { engagementId, filename };
      const search = { version: String(made.version) };
      await navigate({ to: '/engagements/$engagementId/deliverables/$filename', params, search });
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      <button
        type="button"
        aria-label={texts.restoreLabel(version)}
        onClick={() => setAsks(true)}
        className={linkStyle}
      >
        {texts.restore}
      </button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={texts.restoreTitle(version)}
        confirmLabel={texts.restore}
        kind="primary"
        onConfirm={() => restore.mutate()}
        action={restore}
      >
        {texts.restoreAdvice((versions?.[0]?.version ?? version) + 1)}
      </ConfirmDialog>
    </>
  );
}

interface VersionReviewsProps {
  version: Version;
  after: Version | undefined;
}

function VersionReviews({ version, after }: VersionReviewsProps) {
  const { reviews } = version;
  if (reviews.length === 0) return null;
  const hasNotes = reviews.some(({ notes }) => notes !== null);
  return (
    <div className="flex flex-col gap-3 border-l-2 pl-4">
      {reviews.map((review) => (
        <OneReview key={review.reviewedAt} review={review} />
      ))}
      {hasNotes && after && <MetPoints version={after} />}
    </div>
  );
}

function OneReview({
  review: { action, notes, author, reviewedAt, overrideReason },
}: {
  review: VersionReview;
}) {
  return (
    <div className="flex flex-col gap-1">
      <p>
        <span className="font-medium">{reviewTexts.done[action]}</span>{' '}
        <time dateTime={reviewedAt} title={formatMoment(reviewedAt)} className="text-muted text-sm">
          {reviewTexts.by(author.name, formatAgo(reviewedAt))}
        </time>{' '}
        <AuthorBadge author={author} />
      </p>
      {notes !== null && <ReviewNotes notes={notes} />}
      {overrideReason !== null && (
        <p className="wrap-anywhere text-sm text-warn">
          {decidingTexts.openCitations.overridden(overrideReason)}
        </p>
      )}
    </div>
  );
}

function MetPoints({ version: { version, noteAnswers } }: { version: Version }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded font-medium text-accent-text text-sm">
        {texts.answeredBy(version)}
      </summary>
      <div className="pt-2">
        {noteAnswers.length === 0 ? (
          <p className="text-muted text-sm">{texts.noAnswers}</p>
        ) : (
          <NoteAnswerList answers={noteAnswers} />
        )}
      </div>
    </details>
  );
}
