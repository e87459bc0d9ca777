import { countAll, countOpen } from '@ecp/contract/values/citation-counts';
import type { CitationCounts } from '@ecp/contract/values/citations';
import { useQuery } from '@tanstack/react-query';
import {
  Bot,
  CircleCheck,
  CircleDashed,
  CircleEllipsis,
  History,
  TriangleAlert,
  UserPen,
} from 'lucide-react';
import { useEffect } from 'react';
import { type Deliverable, releasesQuery } from '../../base/api/document-queries.ts';
import { useScoresShown } from '../../base/api/firm-queries.ts';
import { formatAgo, formatCount, formatMoment } from '../../base/format/format.ts';
import { minutesToRead } from '../../base/format/words.ts';
import { commonTexts } from '../../base/texts/common.ts';
import { readingTexts } from '../../base/texts/reading.ts';
import { ApprovalBadge, Badge } from '../../base/ui/badges.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { defer } from '../../base/ui/defer.ts';
import { useListedVersion } from '../versions.ts';
import { useVersionOrigin } from './panel/use-version-origin.ts';
import type { PanelTab } from './reading-context.ts';

const texts = readingTexts.page;

interface ReadingHeadProps {
  deliverable: Deliverable;
  latest: number;
  title: string;
  facts: ReadonlyMap<string, string>;
  onOpen: (tab: PanelTab) => void;
}

const factsRow = 'figures flex flex-wrap items-center gap-x-4 gap-y-1.5 text-muted text-sm';

export function ReadingHead({ deliverable, latest, title, facts, onOpen }: ReadingHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  const { createdAt, wordCount, citations, taskId } = deliverable;
  return (
    <header className="mb-8 flex flex-col gap-3 border-b pb-6">
      <Badges deliverable={deliverable} latest={latest} onOpen={onOpen} />
      <h1
        dir="auto"
        className="text-balance font-semibold text-[28px] leading-tight tracking-tight"
      >
        {title}
      </h1>
      <div className={factsRow}>
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt)}
        </time>
        <span>{texts.words(wordCount)}</span>
        <span>{texts.readingTime(minutesToRead(wordCount))}</span>
        {taskId !== null && (
          <CitationCountsButton counts={citations} onOpen={() => onOpen('citations')} />
        )}
      </div>
      <LaterFacts deliverable={deliverable} facts={facts} />
    </header>
  );
}

/**
 * Shows the facts that load after the text, in a row of their own, so that nothing else wraps when
 * they arrive.
 */
function LaterFacts({ deliverable, facts }: Pick<ReadingHeadProps, 'deliverable' | 'facts'>) {
  const { agent } = useVersionOrigin(deliverable, facts);
  const { editedBy } = deliverable;
  return (
    <div className={`min-h-5 ${factsRow}`}>
      {agent !== undefined && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Bot aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0">{agent}</span>
        </span>
      )}
      {editedBy && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <UserPen aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0">{texts.editedBy(editedBy.name)}</span>
        </span>
      )}
      <Released deliverable={deliverable} />
    </div>
  );
}

/** Loads on demand, because few documents have been released. */
const releasedTo = defer(() => import('../released-version.tsx'));

function Released({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, filename } = deliverable;
  const { data: releases = [] } = useQuery(releasesQuery(engagementId));
  const isReleased = releases.some(({ documents }) =>
    documents.some((document) => document.filename === filename),
  );
  const parts = releasedTo.useModule(isReleased);
  return parts && isReleased && <parts.ReleasedTo {...deliverable} orOther />;
}

/** Loads on demand, because few versions have objections. */
const objectionBadge = defer(() => import('./panel/objections.tsx'));
/** Loads on demand, because clients decide about few documents. */
const decisionMarks = defer(() => import('../../shared/release/client-decisions.tsx'));
const badgeButton =
  'figures inline-flex rounded-md transition-[filter] hover:brightness-95 dark:hover:brightness-125';

function Badges({
  deliverable,
  latest,
  onOpen,
}: Pick<ReadingHeadProps, 'deliverable' | 'latest' | 'onOpen'>) {
  const { version, approvalStatus, taskId, objections, clientDecisions } = deliverable;
  const badge = objectionBadge.useModule(objections.length > 0);
  const marks = decisionMarks.useModule(clientDecisions.length > 0);
  const listed = useListedVersion(deliverable).listed?.score ?? null;
  const score = useScoresShown() ? listed : null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {taskId === null ? (
        <Badge>{texts.internal}</Badge>
      ) : (
        <ApprovalBadge status={approvalStatus} />
      )}
      {marks && <marks.ClientDecisionMarks decisions={clientDecisions} version={version} />}
      {marks && (
        <marks.ClientAhead
          decisions={clientDecisions}
          version={version}
          approvalStatus={approvalStatus}
        />
      )}
      <button type="button" onClick={() => onOpen('history')} className={badgeButton}>
        <Badge tone={version < latest ? 'warn' : 'neutral'}>
          <History aria-hidden className="size-3.5" />
          {version < latest ? texts.versionOf(version, latest) : texts.version(version)}
        </Badge>
      </button>
      {badge && (
        <badge.ObjectionBadge
          objections={objections}
          onOpen={() => onOpen('objections')}
          className={badgeButton}
        />
      )}
      {score !== null && (
        <button
          type="button"
          onClick={() => onOpen('scores')}
          title={texts.scoreHint}
          className={badgeButton}
        >
          <Badge>{texts.score(formatCount(score))}</Badge>
        </button>
      )}
    </div>
  );
}

const citationsTexts = readingTexts.citations;

/**
 * Shows “153 citations, all verified”, or how many failed or were not judged. Opens the list of
 * citations.
 */
function CitationCountsButton({
  counts,
  onOpen,
}: {
  counts: CitationCounts | null;
  onOpen: () => void;
}) {
  const { label, Icon, tone } = describeCitations(counts);
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames(
        '-mx-1 inline-flex items-center gap-1.5 rounded-md px-1 font-medium hover:bg-hover',
        tone,
      )}
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </button>
  );
}

/**
 * Tells the result of a check in a few words, with its icon and its tone. A document that nobody
 * judged is grey.
 */
export function describeCitations(counts: CitationCounts | null) {
  if (counts === null)
    return { label: citationsTexts.notChecked, Icon: CircleDashed, tone: 'text-muted' };
  const failed = countOpen(counts);
  const total = countAll(counts);
  if (total === 0) return { label: citationsTexts.none, Icon: CircleDashed, tone: 'text-muted' };
  const { unjudged } = counts;
  if (failed === 0 && unjudged > 0) {
    return {
      label: citationsTexts.someUnjudged(total, unjudged),
      Icon: CircleEllipsis,
      tone: 'text-muted',
    };
  }
  if (failed === 0)
    return { label: citationsTexts.allVerified(total), Icon: CircleCheck, tone: 'text-good' };
  return {
    label: citationsTexts.someFailed(total, failed, unjudged),
    Icon: TriangleAlert,
    tone: 'text-danger',
  };
}
