import { useQueries, useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { versionsQuery } from '../../domain/deliverables/queries.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';
import { clientsTexts } from '../../texts/en/clients.ts';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { ClientFeedbackItem } from './client-feedback-item.tsx';
import { freshEveryMs, portalCommentsQuery } from './clients-queries.ts';
import { mergeClientFeedback } from './merge-client-feedback.ts';

const { voices: texts } = clientsTexts;

/** Lists the comments and reviews of clients for every role, and marks those since the user's last visit. */
export function ClientFeedbackSection({ engagementId }: { engagementId: string }) {
  const id = useId();
  const { voices, titles, isPending, error, retry } = useVoices(engagementId);
  const seen = useLastSeen(engagementId, voices[0]?.at);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div id={id}>
        <PartHeader title={texts.title} description={texts.description} />
      </div>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : isPending ? (
        <SkeletonRows rows={3} className="h-16 w-full" />
      ) : voices.length === 0 ? (
        <p className="flex items-center gap-2.5 rounded-xl border border-dashed px-4 py-6 text-muted">
          <MessagesSquare aria-hidden className="size-4 shrink-0" />
          {texts.empty}
        </p>
      ) : (
        <ol className="overflow-hidden rounded-xl border">
          {voices.map((voice) => (
            <ClientFeedbackItem
              key={voice.id}
              engagementId={engagementId}
              voice={voice}
              title={titles.get(voice.filename) ?? voice.filename}
              isNew={voice.at > seen}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function useVoices(engagementId: string) {
  const comments = useQuery(portalCommentsQuery(engagementId));
  const engagement = useQuery({ ...engagementQuery(engagementId), refetchInterval: freshEveryMs });
  const reviewed = engagement.data?.deliverables.filter(({ reviewedAt }) => reviewedAt !== null) ?? [];
  const filenames = [...new Set(reviewed.map(({ filename }) => filename))];
  const answers = useQueries({
    queries: filenames.map((filename) => ({ ...versionsQuery(engagementId, filename), refetchInterval: freshEveryMs })),
  });
  const all = [comments, engagement, ...answers];
  const taskNames = new Map(engagement.data?.tasks.map(({ id, name }) => [id, name]));
  const titles = new Map<string | null, string | undefined>(
    engagement.data?.deliverables.map(({ filename, taskId }) => [filename, taskNames.get(taskId ?? '')]),
  );
  const files = filenames.map((filename, index) => ({ filename, versions: answers[index]?.data ?? [] }));
  return {
    voices: mergeClientFeedback(comments.data ?? [], files),
    titles,
    isPending: all.some((query) => query.isPending),
    error: all.find((query) => query.isError && query.data === undefined)?.error,
    retry() {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
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
