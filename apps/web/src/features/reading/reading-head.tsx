import { useQuery } from '@tanstack/react-query';
import { Bot, History, UserPen } from 'lucide-react';
import { useEffect } from 'react';
import { releasesQuery } from '../../domain/clients/release/queries.ts';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { useListedVersion } from '../../domain/deliverables/use-listed-version.ts';
import { formatAgo, formatCount, formatMoment } from '../../format/format.ts';
import { readingTexts } from '../../texts/en/reading.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { defer } from '../../ui/defer.ts';
import { Badge } from '../../ui/states/badge.tsx';
import { ApprovalBadge } from '../../ui/states/status-badge.tsx';
import { CitationCountsButton } from './citations/citation-counts.tsx';
import type { PanelTab } from './panel-tab.ts';
import { useVersionOrigin } from './provenance/use-version-origin.ts';

const texts = readingTexts.page;
const wordsPerMinute = 230;

interface ReadingHeadProps {
  deliverable: Deliverable;
  /** Number of the newest version. */
  latest: number;
  title: string;
  /** Facts from the author's front matter. */
  facts: ReadonlyMap<string, string>;
  onOpen: (tab: PanelTab) => void;
}

const factsRow = 'figures flex flex-wrap items-center gap-x-4 gap-y-1.5 text-muted text-sm';

/** Shows title, approval status, author and the result of the citation check. */
export function ReadingHead({ deliverable, latest, title, facts, onOpen }: ReadingHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${commonTexts.product}`;
  }, [title]);
  const { createdAt, wordCount, citations, taskId } = deliverable;
  return (
    <header className="mb-8 flex flex-col gap-3 border-b pb-6">
      <Badges deliverable={deliverable} latest={latest} onOpen={onOpen} />
      <h1 dir="auto" className="text-balance font-semibold text-[28px] leading-tight tracking-tight">
        {title}
      </h1>
      <div className={factsRow}>
        <time dateTime={createdAt} title={formatMoment(createdAt)}>
          {formatAgo(createdAt)}
        </time>
        <span>{texts.words(wordCount)}</span>
        <span>{texts.readingTime(Math.max(1, Math.ceil(wordCount / wordsPerMinute)))}</span>
        {taskId !== null && <CitationCountsButton counts={citations} onOpen={() => onOpen('citations')} />}
      </div>
      <LaterFacts deliverable={deliverable} facts={facts} />
    </header>
  );
}

/** Shows the facts that load after the text, in a row of their own, so that nothing else wraps when they arrive. */
function LaterFacts({ deliverable, facts }: Pick<ReadingHeadProps, 'deliverable' | 'facts'>) {
  const { agent, model } = useVersionOrigin(deliverable, facts);
  const { editedBy } = deliverable;
  return (
    <div className={`min-h-5 ${factsRow}`}>
      {agent !== undefined && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Bot aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0">{[agent, model].filter(Boolean).join(' · ')}</span>
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
const releasedTo = defer(() => import('../../domain/clients/release/released-to.tsx'));

function Released({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, filename } = deliverable;
  const { data: releases = [] } = useQuery(releasesQuery(engagementId));
  const isReleased = releases.some(({ documents }) => documents.some((document) => document.filename === filename));
  const parts = releasedTo.useModule(isReleased);
  return parts && isReleased && <parts.ReleasedTo {...deliverable} orOther />;
}

/** Loads on demand, because few versions have objections. */
const objectionBadge = defer(() => import('./objections/objection-badge.tsx'));
/** Loads on demand, because clients decide about few documents. */
const decisionMarks = defer(() => import('../../domain/clients/decisions/client-decision-mark.tsx'));
const badgeButton = 'figures inline-flex rounded-md transition-[filter] hover:brightness-95 dark:hover:brightness-125';

function Badges({ deliverable, latest, onOpen }: Pick<ReadingHeadProps, 'deliverable' | 'latest' | 'onOpen'>) {
  const { version, approvalStatus, taskId, objections, clientDecisions } = deliverable;
  const badge = objectionBadge.useModule(objections.length > 0);
  const marks = decisionMarks.useModule(clientDecisions.length > 0);
  const score = useListedVersion(deliverable).listed?.score ?? null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {taskId === null ? <Badge>{texts.internal}</Badge> : <ApprovalBadge status={approvalStatus} />}
      {marks && <marks.ClientDecisionMarks decisions={clientDecisions} version={version} />}
      <button type="button" onClick={() => onOpen('history')} className={badgeButton}>
        <Badge tone={version < latest ? 'warn' : 'neutral'}>
          <History aria-hidden className="size-3.5" />
          {version < latest ? texts.versionOf(version, latest) : texts.version(version)}
        </Badge>
      </button>
      {badge && (
        <badge.ObjectionBadge objections={objections} onOpen={() => onOpen('objections')} className={badgeButton} />
      )}
      {score !== null && (
        <button type="button" onClick={() => onOpen('scores')} title={texts.scoreHint} className={badgeButton}>
          <Badge>{texts.score(formatCount(score))}</Badge>
        </button>
      )}
    </div>
  );
}
