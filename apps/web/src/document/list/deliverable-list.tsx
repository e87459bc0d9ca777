import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import type { CitationCounts } from '@ecp/contract/values/citations';
import type { StoredRunEvent } from '@ecp/sdk/follow-run';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleEllipsis, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { refreshDeliverables } from '../../base/api/document-queries.ts';
import { useScoresShown } from '../../base/api/firm-queries.ts';
import { Badge, TimeAgo, type Tone } from '../../base/ui/badges.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { ListHead, VirtualList } from '../../base/ui/layout/virtual-list.tsx';
import type { ListedFile } from '../../engagement/tasks/list-files.ts';
import { BoardPaperBadge } from '../../engagement/tasks/task-marks.tsx';
import { useRunEvents } from '../../shared/live/use-run-events.ts';
import { ClientAhead, ClientDecisionSummary } from '../../shared/release/client-decisions.tsx';
import { type Judgement, judgeScore } from '../versions.ts';
import { ApprovalState } from './approval-state.tsx';
import { deliverableTexts } from './texts.ts';

const rowHeightPx = 64;

interface DeliverableListProps {
  engagementId: string;
  files: readonly ListedFile[];
  coming: readonly PendingDeliverable[];
}

type Entry =
  | { file: ListedFile; coming: PendingDeliverable | undefined }
  | { file: null; coming: PendingDeliverable };

/** Lists the files, followed by the tasks whose first version is being written. */
export function DeliverableList({ engagementId, files, coming }: DeliverableListProps) {
  const showsScores = useScoresShown();
  const { score: _, ...unscored } = deliverableTexts.columns;
  const columns: Readonly<Record<string, string>> = showsScores
    ? deliverableTexts.columns
    : unscored;
  const isOf = (file: ListedFile, { taskId }: PendingDeliverable) => file.latest.taskId === taskId;
  const entries: Entry[] = [
    ...files.map((file) => ({ file, coming: coming.find((task) => isOf(file, task)) })),
    ...coming
      .filter((task) => !files.some((file) => isOf(file, task)))
      .map((task) => ({ file: null, coming: task })),
  ];
  return (
    <div className="overflow-hidden rounded-xl border">
      <ListHead grid={gridOf(showsScores)} columns={columns} styles={{ updated: 'text-right' }} />
      <VirtualList
        label={deliverableTexts.title}
        items={entries}
        itemKey={({ file, coming: task }) => file?.latest.filename ?? task?.taskId ?? ''}
        rowHeightPx={rowHeightPx}
        renderItem={(entry) =>
          entry.file ? (
            <DeliverableRow
              engagementId={engagementId}
              file={entry.file}
              isBeingWritten={entry.coming !== undefined}
            />
          ) : (
            <PendingDeliverableRow engagementId={engagementId} task={entry.coming} />
          )
        }
      />
    </div>
  );
}

const gridOf = (showsScores: boolean): string =>
  classNames(
    'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4',
    showsScores
      ? 'md:grid-cols-[minmax(0,1fr)_4.5rem_10rem_4rem_8.5rem_7rem]'
      : 'md:grid-cols-[minmax(0,1fr)_4.5rem_10rem_8.5rem_7rem]',
  );

interface DeliverableRowProps {
  engagementId: string;
  file: ListedFile;
  isBeingWritten: boolean;
}

function DeliverableRow({ engagementId, file, isBeingWritten }: DeliverableRowProps) {
  const showsScores = useScoresShown();
  const { latest, title, taskName, approvalStatus, isBoardPaper } = file;
  const {
    filename,
    version,
    wordCount,
    createdAt,
    stale,
    citations,
    conflicts,
    score,
    clientDecisions,
  } = latest;
  return (
    <DocumentLink
      engagementId={engagementId}
      filename={filename}
      className={`${gridOf(showsScores)} h-full border-b hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="line-clamp-2 font-medium leading-tight" title={title}>
            {title}
          </span>
          {isBoardPaper && <BoardPaperBadge name={title} />}
          {stale && (
            <span title={deliverableTexts.staleHint}>
              <Badge tone="warn">{deliverableTexts.stale}</Badge>
            </span>
          )}
          {conflicts > 0 && (
            <span title={deliverableTexts.conflictsHint}>
              <Badge tone="danger">{deliverableTexts.conflicts(conflicts)}</Badge>
            </span>
          )}
          <ClientAhead
            decisions={clientDecisions}
            version={version}
            approvalStatus={approvalStatus}
          />
          {isBeingWritten && (
            <Badge tone="info" dot>
              {deliverableTexts.writing}
            </Badge>
          )}
        </span>
        <span className="block truncate text-muted text-sm">
          <span className="md:hidden">{deliverableTexts.version(version)} · </span>
          {taskName !== null && <>{taskName} · </>}
          {deliverableTexts.words(wordCount)}
        </span>
      </span>
      <span className="figures hidden text-muted md:block">
        {deliverableTexts.version(version)}
      </span>
      <span className="flex min-w-0 max-w-40 flex-col items-start gap-0.5">
        <ApprovalState of={latest} />
        <ClientDecisionSummary decisions={clientDecisions} version={version} />
      </span>
      {showsScores && (
        <span className="hidden md:block">
          {score === null ? (
            <span title={deliverableTexts.noScore} className="text-muted">
              –<span className="sr-only">{deliverableTexts.noScore}</span>
            </span>
          ) : (
            <ScoreBadge score={score} />
          )}
        </span>
      )}
      <span className="hidden md:block">
        <CitationCheck counts={citations} />
      </span>
      <TimeAgo
        at={createdAt}
        className="figures hidden whitespace-nowrap text-right text-muted text-sm md:block"
      />
    </DocumentLink>
  );
}

const tones: Record<Judgement, Tone> = { sound: 'good', weak: 'warn', poor: 'danger' };

function ScoreBadge({ score }: { score: number }) {
  return (
    <Badge tone={tones[judgeScore(score)]}>
      <span className="figures">{score}</span>
    </Badge>
  );
}

const texts = deliverableTexts.citations;

function CitationCheck({ counts }: { counts: CitationCounts | null }) {
  if (!counts) return <span className="text-muted text-sm">{texts.unchecked}</span>;
  const all = countAll(counts);
  if (all === 0) return <span className="text-muted text-sm">{texts.none}</span>;
  const held = counts.verified + counts.computed;
  const { Icon, tone } =
    countOpen(counts) > 0 ? looks.open : held < all ? looks.unjudged : looks.fine;
  return (
    <span className={`figures flex items-center gap-1.5 whitespace-nowrap text-sm ${tone}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {held === all ? texts.allVerified(all) : texts.some(held, all)}
    </span>
  );
}

/** A document that nobody judged is grey: that is no fault. */
const looks = {
  open: { Icon: TriangleAlert, tone: 'text-warn' },
  unjudged: { Icon: CircleEllipsis, tone: 'text-muted' },
  fine: { Icon: Check, tone: 'text-good' },
};

/** A document that is being written. The row links to the run. */
function PendingDeliverableRow({
  engagementId,
  task,
}: {
  engagementId: string;
  task: PendingDeliverable;
}) {
  return (
    <Link
      to="/engagements/$engagementId"
      params={{ engagementId }}
      className="flex h-full items-center gap-3 border-b px-4 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-muted">{task.name}</span>
        <span className="block truncate text-muted text-sm">{deliverableTexts.by(task.agent)}</span>
      </span>
      <span className="flex items-center gap-2 text-info text-sm">
        <LoaderCircle aria-hidden className="size-4 animate-spin" />
        {deliverableTexts.writing}
      </span>
    </Link>
  );
}

interface PendingDeliverable {
  taskId: string;
  name: string;
  filename: string | null;
  agent: string;
}

/**
 * Follows a run: refetches the list when a document or score arrives, and returns the tasks in
 * progress.
 */
export function useNewDeliverables(
  engagementId: string,
  runId: string | undefined,
  isActive: boolean,
) {
  const queryClient = useQueryClient();
  const { events } = useRunEvents(engagementId, runId, isActive);
  const seen = isActive ? events : [];
  const finished = seen.filter(({ type }) => type === 'deliverable' || type === 'score').length;
  useEffect(() => {
    if (finished > 0) void refreshDeliverables(queryClient, engagementId);
  }, [finished, queryClient, engagementId]);
  return listComing(seen);
}

/** Returns the tasks that have started and not ended, in start order. */
function listComing(events: readonly StoredRunEvent[]): PendingDeliverable[] {
  const filenames = new Map<string, string>();
  const coming = new Map<string, PendingDeliverable>();
  for (const event of events) {
    if (event.type === 'plan')
      for (const { id, filename } of event.tasks) filenames.set(id, filename);
    if (event.type === 'task_started') {
      const { taskId, taskName: name, agent } = event;
      coming.set(taskId, { taskId, name, agent, filename: filenames.get(taskId) ?? null });
    }
    if (event.type === 'task_complete') coming.delete(event.taskId);
  }
  return [...coming.values()];
}
