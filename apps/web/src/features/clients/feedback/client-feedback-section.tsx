import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { deliverableListQuery } from '../../../domain/deliverables/queries.ts';
import { titleOf } from '../../../domain/deliverables/title-of.ts';
import { engagementQuery } from '../../../domain/engagements/queries.ts';
import { feedbackTexts as texts } from '../../../texts/en/clients/feedback.ts';
import { PartHeader } from '../../../ui/layout/part-header.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton.tsx';
import { ClientFeedbackItem } from './client-feedback-item.tsx';
import { mergeClientFeedback } from './merge-client-feedback.ts';
import { freshEveryMs, portalCommentsQuery } from './queries.ts';

/** Lists the comments and decisions of clients for every role, and marks those since the user's last visit. */
export function ClientFeedbackSection({ engagementId }: { engagementId: string }) {
  const id = useId();
  const comments = useQuery(portalCommentsQuery(engagementId));
  const listed = useQuery({ ...deliverableListQuery(engagementId), refetchInterval: freshEveryMs });
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const failed = [comments, listed].find((query) => query.isError && query.data === undefined);
  const feedback = mergeClientFeedback(comments.data ?? [], listed.data ?? []);
  const seen = useLastSeen(engagementId, feedback[0]?.at);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={texts.title} description={texts.description} />
      </div>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : comments.isPending || listed.isPending ? (
        <SkeletonRows rows={3} className="h-16 w-full" />
      ) : feedback.length === 0 ? (
        <p className="flex items-center gap-2.5 rounded-xl border border-dashed px-4 py-6 text-muted">
          <MessagesSquare aria-hidden className="size-4 shrink-0" />
          {texts.empty}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-xl border">
          {feedback.map((entry) => (
            <ClientFeedbackItem
              key={entry.id}
              engagementId={engagementId}
              feedback={entry}
              title={entry.filename === null ? null : titleOf(entry.filename, engagement)}
              isNew={entry.at > seen}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Returns the newest feedback time of this browser's previous visit. Stores `newest` for the next visit. */
function useLastSeen(engagementId: string, newest: string | undefined): string {
  const key = `clients-seen:${engagementId}`;
  const [before] = useState(() => localStorage.getItem(key) ?? '');
  useEffect(() => {
    if (newest !== undefined && newest > before) localStorage.setItem(key, newest);
  }, [key, newest, before]);
  return before;
}
