import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  ChevronDown,
  Download,
  FileCog,
  FileDown,
  FileSpreadsheet,
  FileText,
  History,
  LoaderCircle,
  Presentation,
  Scale,
} from 'lucide-react';
import { useState } from 'react';
import { api } from '../../base/api/client.ts';
import { deliverableListQuery } from '../../base/api/document-queries.ts';
import { engagementQuery } from '../../base/api/engagement-queries.ts';
import { saveDownload } from '../../base/api/save-download.ts';
import { nameSlug } from '../../base/format/words.ts';
import { useSession } from '../../base/session/session.ts';
import { TimeAgo } from '../../base/ui/badges.tsx';
import { Button, buttonStyle } from '../../base/ui/buttons.tsx';
import { defer } from '../../base/ui/defer.ts';
import { Menu, MenuItem, MenuSeparator } from '../../base/ui/dialogs/menu.tsx';
import { DocumentLink } from '../../base/ui/document-link.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../base/ui/states.tsx';
import { type ListedFile, listFiles } from '../../engagement/tasks/list-files.ts';
import { boardPaperTexts } from '../../engagement/tasks/task-marks.tsx';
import { ReleaseButton } from '../../shared/release/release-button.tsx';
import { useEngagementRun } from '../../shared/runs/engagement-run.ts';
import { useClientDownload } from '../client-download.tsx';
import { RerunStaleButton } from '../rerun-stale.tsx';
import { DeliverableList, useNewDeliverables } from './deliverable-list.tsx';
import { deliverableTexts } from './texts.ts';

const route = getRouteApi('/shell/engagements/$engagementId');

/**
 * Lists an engagement's deliverables with their approval status and what to do next. It updates
 * live during a run.
 */
export function DeliverablesPage() {
  const { engagementId } = route.useParams();
  const list = useQuery(deliverableListQuery(engagementId));
  const engagement = useQuery(engagementQuery(engagementId));
  const { runId, isActive } = useEngagementRun(engagementId);
  const coming = useNewDeliverables(engagementId, runId, isActive);
  const failed = [list, engagement].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!list.data || !engagement.data) return <SkeletonRows rows={5} className="h-14 w-full" />;
  const { files, internal } = listFiles(list.data, engagement.data);
  const approved = files.filter(({ approvalStatus }) => approvalStatus === 'approved').length;
  const isEmpty = files.length === 0 && coming.length === 0;
  return (
    <div className="flex flex-col gap-6">
      {files.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="figures text-muted">{deliverableTexts.summary(approved, files.length)}</h2>
          <div className="flex flex-wrap gap-2">
            {files.some(({ isBoardPaper }) => !isBoardPaper) && (
              <BoardPaperButton
                engagementId={engagementId}
                isWritten={files.some(({ isBoardPaper }) => isBoardPaper)}
                isActive={isActive}
              />
            )}
            <ExportMenu engagementId={engagementId} slug={engagement.data.slug} />
            <ReleaseButton
              engagementId={engagementId}
              kind={approved > 0 ? 'primary' : 'secondary'}
            />
          </div>
        </div>
      )}
      <StaleFiles engagementId={engagementId} files={files} />
      {isEmpty ? (
        <NoDeliverables engagementId={engagementId} isRunning={isActive} />
      ) : (
        <DeliverableList engagementId={engagementId} files={files} coming={coming} />
      )}
      <InternalFiles engagementId={engagementId} files={internal} />
    </div>
  );
}

/**
 * Says that some files are stale and offers to rerun their tasks. Renders nothing if no file is
 * stale.
 */
function StaleFiles({
  engagementId,
  files,
}: {
  engagementId: string;
  files: readonly ListedFile[];
}) {
  const count = files.filter(({ latest }) => latest.stale).length;
  if (count === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <History aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{deliverableTexts.staleNotice(count)}</p>
      <RerunStaleButton engagementId={engagementId} />
    </div>
  );
}

const texts = deliverableTexts.empty;

/**
 * Shown before the first document: explains where documents come from, or that one is being
 * written.
 */
function NoDeliverables({ engagementId, isRunning }: { engagementId: string; isRunning: boolean }) {
  const { has } = useSession();
  const toPlan = !isRunning && has('member') && (
    <Link
      to="/engagements/$engagementId/plan"
      params={{ engagementId }}
      className={buttonStyle('primary')}
    >
      {texts.action}
    </Link>
  );
  return (
    <EmptyState icon={isRunning ? LoaderCircle : FileText} title={texts.title} action={toPlan}>
      {isRunning ? texts.running : texts.advice}
    </EmptyState>
  );
}

interface InternalFilesProps {
  engagementId: string;
  files: readonly ListedFile[];
}

function nameInternal(filename: string): string {
  if (filename === '_run_report.md') return deliverableTexts.internal.runReport;
  return filename === '_operations_review.md'
    ? deliverableTexts.internal.operationsReview
    : nameSlug(filename);
}

function InternalFiles({ engagementId, files }: InternalFilesProps) {
  if (files.length === 0) return null;
  return (
    <Section title={deliverableTexts.internal.title} description={deliverableTexts.internal.about}>
      <ul className="-mx-2 -my-2">
        {files.map(({ latest: { filename, version, createdAt } }) => (
          <li key={filename}>
            <DocumentLink
              engagementId={engagementId}
              filename={filename}
              className="figures flex items-center gap-3 rounded-lg px-2 py-2 hover:bg-hover"
            >
              <FileCog aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="wrap-anywhere min-w-0 flex-1">{nameInternal(filename)}</span>
              <span className="text-muted text-sm">{deliverableTexts.version(version)}</span>
              <TimeAgo at={createdAt} className="w-24 shrink-0 text-right text-muted text-sm" />
            </DocumentLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const boardPaperDialog = defer(() => import('./board-paper-dialog.tsx'));

interface BoardPaperButtonProps {
  engagementId: string;
  isWritten: boolean;
  isActive: boolean;
}

/** Opens the confirmation that starts the board paper. Hidden from viewers. */
function BoardPaperButton({ engagementId, isWritten, isActive }: BoardPaperButtonProps) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const parts = boardPaperDialog.useModule(isOpen);
  if (!has('member')) return null;
  return (
    <>
      <Button
        icon={Scale}
        disabled={isActive}
        title={isActive ? boardPaperTexts.busy : undefined}
        onPointerEnter={boardPaperDialog.load}
        onClick={() => setIsOpen(true)}
      >
        {isWritten ? boardPaperTexts.again : boardPaperTexts.write}
      </Button>
      {parts && (
        <parts.BoardPaperDialog
          engagementId={engagementId}
          open={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The typesetter takes some seconds for a long engagement. */
const timeoutMs = 120_000;

function ExportMenu({ engagementId, slug }: { engagementId: string; slug: string }) {
  const download = useMutation({
    async mutationFn(
      kind: 'pdf' | 'word' | 'workbook' | 'team' | 'teamWorkbook' | 'internal' | 'ai-use',
    ) {
      const id = engagementId;
      if (kind === 'workbook' || kind === 'teamWorkbook') {
        const audience = kind === 'workbook' ? 'client' : 'team';
        const file = await api.exportEngagementToWorkbook({ id, audience }, { timeoutMs });
        return saveDownload(file, `${slug}.xlsx`);
      }
      if (kind === 'word') {
        const file = await api.exportEngagementToWord({ id, audience: 'client' }, { timeoutMs });
        return saveDownload(file, `${slug}.docx`);
      }
      if (kind === 'ai-use')
        return saveDownload(await api.exportAiUse({ id }, { timeoutMs }), `${slug}-ai-use.pdf`);
      const input =
        kind === 'pdf'
          ? { audience: 'client' as const }
          : { include_provenance: kind === 'internal' };
      const file = await api.exportEngagement({ id, ...input }, { timeoutMs });
      return saveDownload(file, `${slug}${kind === 'internal' ? '-internal' : ''}.pdf`);
    },
  });
  const client = useClientDownload();
  const navigate = useNavigate();
  const openSlides = () =>
    void navigate({ to: '/engagements/$engagementId/slides', params: { engagementId } });
  const forClient = (kind: 'pdf' | 'word' | 'workbook') =>
    client.download({ engagementId, start: () => download.mutate(kind) });
  return (
    <>
      <Menu
        trigger={
          <Button icon={Download} busy={download.isPending}>
            {deliverableTexts.download}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        <MenuItem icon={FileDown} label={deliverableTexts.pdf} onSelect={() => forClient('pdf')} />
        <MenuItem
          icon={FileDown}
          label={deliverableTexts.word}
          onSelect={() => forClient('word')}
        />
        <MenuItem
          icon={FileSpreadsheet}
          label={deliverableTexts.workbook}
          onSelect={() => forClient('workbook')}
        />
        <MenuSeparator />
        <MenuItem
          icon={FileDown}
          label={deliverableTexts.pdfTeam}
          onSelect={() => download.mutate('team')}
        />
        <MenuItem
          icon={FileDown}
          label={deliverableTexts.pdfProvenance}
          onSelect={() => download.mutate('internal')}
        />
        <MenuItem
          icon={FileSpreadsheet}
          label={deliverableTexts.workbookTeam}
          onSelect={() => download.mutate('teamWorkbook')}
        />
        <MenuItem
          icon={FileDown}
          label={deliverableTexts.aiUse}
          onSelect={() => download.mutate('ai-use')}
        />
        <MenuSeparator />
        <MenuItem icon={Presentation} label={deliverableTexts.slides} onSelect={openSlides} />
      </Menu>
      {client.dialog}
    </>
  );
}
