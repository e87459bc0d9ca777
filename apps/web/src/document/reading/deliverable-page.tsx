import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { documentCommentsQuery, versionsQuery } from '../../base/api/document-queries.ts';
import { useReadOnOpen } from '../../base/api/waiting-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { Page } from '../../base/ui/layout/page.tsx';
import { ErrorState } from '../../base/ui/states.tsx';
import { useShownDeliverable } from '../versions.ts';
import { ReadingBar, ReadingSkeleton } from './reading-bar.tsx';
import type { PanelTab, SourceInAddress } from './reading-context.ts';
import { ReadingView } from './reading-view.tsx';

const WordImportDialog = lazy(async () => ({
  default: (await import('../word-import/word-import-dialog.tsx')).WordImportDialog,
}));
const route = getRouteApi('/shell/engagements/$engagementId/deliverables/$filename');
const roomyQuery = '(min-width: 1600px)';

/**
 * Shows a deliverable for reading and review: its latest version, or the one that the address
 * names.
 */
export function DeliverablePage() {
  const { engagementId, filename } = route.useParams();
  const [isImporting, setIsImporting] = useState(false);
  return (
    <>
      <ShownDeliverable onImportWord={() => setIsImporting(true)} />
      {/* The dialog stays while the view below it loads the imported version. */}
      {isImporting && (
        <WordImport
          engagementId={engagementId}
          filename={filename}
          onClose={() => setIsImporting(false)}
        />
      )}
    </>
  );
}

function ShownDeliverable({ onImportWord }: { onImportWord: () => void }) {
  const { engagementId, filename } = route.useParams();
  const { version, words, near } = route.useSearch();
  const source = useSourceInAddress();
  const mayWrite = useSession().has('member');
  const [tab, setTab] = useState<PanelTab | null>(() =>
    matchMedia(roomyQuery).matches ? 'citations' : null,
  );
  const { data, error, refetch } = useShownDeliverable(
    { engagementId, filename },
    readVersion(version),
  );
  useReadOnOpen({ engagementId, filename });
  // The comments load beside the text, which shows them at once.
  usePrefetchQuery(documentCommentsQuery(engagementId, filename));
  if (error && !data) {
    return (
      <>
        <ReadingBar engagementId={engagementId} filename={filename} />
        <Page>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Page>
      </>
    );
  }
  if (!data) return <ReadingSkeleton engagementId={engagementId} filename={filename} />;
  return (
    <ReadingView
      key={data.id}
      deliverable={data}
      tab={tab}
      onTab={setTab}
      source={source}
      found={{ ...(words !== undefined && { words }), ...(near !== undefined && { near }) }}
      onImportWord={mayWrite ? onImportWord : undefined}
    />
  );
}

/** The footnote whose source is shown is part of the address, so that Back closes the viewer. */
function useSourceInAddress(): SourceInAddress {
  const { source = null } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const isOwnEntry = useRef(false);
  if (source === null) isOwnEntry.current = false;
  return {
    footnote: source,
    open(footnote) {
      isOwnEntry.current ||= source === null;
      void navigate({
        search: (now) => ({ ...now, source: footnote }),
        replace: source !== null,
        resetScroll: false,
      });
    },
    close() {
      if (isOwnEntry.current) return router.history.back();
      void navigate({
        search: ({ source: _source, ...rest }) => rest,
        replace: true,
        resetScroll: false,
      });
    },
  };
}

function WordImport({
  engagementId,
  filename,
  onClose,
}: {
  engagementId: string;
  filename: string;
  onClose: () => void;
}) {
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  const latest = versions?.[0]?.version;
  if (latest === undefined) return null;
  return (
    <Suspense fallback={null}>
      <WordImportDialog
        engagementId={engagementId}
        filename={filename}
        latest={latest}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Reads a version number; undefined, for the latest version, if the text is no number. */
function readVersion(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
