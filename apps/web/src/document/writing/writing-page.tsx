import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { deliverableQuery } from '../../base/api/document-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { Page } from '../../base/ui/layout/page.tsx';
import { ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { draftQuery } from './drafts.ts';
import { writingTexts } from './texts.ts';

const WritingView = lazy(async () => ({
  default: (await import('./writing-view.tsx')).WritingView,
}));
const route = getRouteApi('/shell/engagements/$engagementId/deliverables/$filename/edit');

/**
 * Edits the latest version of a deliverable, or the person's draft of it. The editor loads with
 * this page only.
 */
export function WritingPage() {
  const file = route.useParams();
  const mayWrite = useSession().has('member');
  const text = useQuery({
    ...deliverableQuery(file.engagementId, file.filename),
    enabled: mayWrite,
  });
  const draft = useQuery({ ...draftQuery(file), enabled: mayWrite });
  if (!mayWrite) {
    return (
      <Navigate
        to="/engagements/$engagementId/deliverables/$filename"
        params={file}
        search={{}}
        replace
      />
    );
  }
  const failed = [text, draft].find(({ data, error }) => error !== null && data === undefined);
  if (failed) {
    return (
      <Page>
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      </Page>
    );
  }
  const waiting = <Waiting />;
  if (!text.data || !draft.data) return waiting;
  return (
    <Suspense fallback={waiting}>
      <WritingView deliverable={text.data} opened={draft.data} />
    </Suspense>
  );
}

function Waiting() {
  return (
    <div className="mx-auto w-full max-w-170 px-4 py-24">
      <h1 className="sr-only">{writingTexts.loading}</h1>
      <SkeletonRows rows={8} className="h-6 w-full" />
    </div>
  );
}
