import { History } from 'lucide-react';
import { RerunStaleButton } from '../../domain/stale-deliverables/rerun-stale-button.tsx';
import { deliverableTexts } from '../../texts/en/deliverables.ts';
import type { ListedFile } from './list-files.ts';

/** Says that some files are stale and offers to rerun their tasks. Renders nothing if no file is stale. */
export function StaleFiles({ engagementId, files }: { engagementId: string; files: readonly ListedFile[] }) {
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
