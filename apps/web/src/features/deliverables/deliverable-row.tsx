import { Link } from '@tanstack/react-router';
import { ClientDecisionSummary } from '../../domain/clients/decisions/client-decision-mark.tsx';
import { type Judgement, judgeScore } from '../../domain/deliverables/judge-score.ts';
import { BoardPaperBadge } from '../../domain/tasks/board-paper-badge.tsx';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { Badge, type Tone } from '../../ui/states/badge.tsx';
import { ApprovalBadge } from '../../ui/states/status-badge.tsx';
import { TimeAgo } from '../../ui/states/time-ago.tsx';
import { CitationCheck } from './citation-check.tsx';
import type { ListedFile } from './list-files.ts';

/** Columns of the list and its header. */
export const deliverableGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 md:grid-cols-[minmax(0,1fr)_4rem_10rem_4rem_8.5rem_7rem]';

interface DeliverableRowProps {
  engagementId: string;
  file: ListedFile;
  /** A run is writing the next version. */
  isBeingWritten: boolean;
}

/** Shows the latest version of one deliverable. The whole row is a link. */
export function DeliverableRow({ engagementId, file, isBeingWritten }: DeliverableRowProps) {
  const { latest, title, taskName, approvalStatus, isBoardPaper } = file;
  const { filename, version, wordCount, createdAt, stale, citations, conflicts, score, clientDecisions } = latest;
  return (
    <Link
      to="/engagements/$engagementId/deliverables/$filename"
      params={{ engagementId, filename }}
      search={{}}
      className={`${deliverableGrid} h-full border-b hover:bg-hover focus-visible:-outline-offset-2`}
    >
      <span className="min-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium" title={title}>
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
      <span className="figures hidden text-muted md:block">{deliverableTexts.version(version)}</span>
      <span className="flex min-w-0 max-w-40 flex-col items-start gap-0.5">
        <ApprovalBadge status={approvalStatus} />
        <ClientDecisionSummary decisions={clientDecisions} version={version} />
      </span>
      <span className="hidden md:block">
        {score === null ? (
          <span title={deliverableTexts.noScore} className="text-muted">
            –<span className="sr-only">{deliverableTexts.noScore}</span>
          </span>
        ) : (
          <ScoreBadge score={score} />
        )}
      </span>
      <span className="hidden md:block">
        <CitationCheck counts={citations} />
      </span>
      <TimeAgo at={createdAt} className="figures hidden whitespace-nowrap text-right text-muted text-sm md:block" />
    </Link>
  );
}

const tones: Record<Judgement, Tone> = { sound: 'good', weak: 'warn', poor: 'danger' };

/** A quality score in a list. */
function ScoreBadge({ score }: { score: number }) {
  return (
    <Badge tone={tones[judgeScore(score)]}>
      <span className="figures">{score}</span>
    </Badge>
  );
}
