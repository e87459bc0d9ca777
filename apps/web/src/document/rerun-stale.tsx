import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { deliverableListQuery, type ListedDeliverable } from '../base/api/document-queries.ts';
import { engagementQuery } from '../base/api/engagement-queries.ts';
import { useSession } from '../base/session/session.ts';
import { versionTexts } from '../base/texts/versions.ts';
import { Button } from '../base/ui/buttons.tsx';
import { ConfirmDialog } from '../base/ui/dialogs/form-dialogs.tsx';
import { useEngagementRun } from '../shared/runs/engagement-run.ts';
import { StalePrice, useRerunStale } from '../shared/runs/rerun-stale.tsx';

/**
 * Starts a rerun of stale deliverables. Renders nothing if none is stale or the user may not start
 * one.
 */
export function RerunStaleButton({ engagementId }: { engagementId: string }) {
  const { has } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const { isActive } = useEngagementRun(engagementId);
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const tasks = listStaleTasks(engagement?.tasks ?? [], listed);
  if (!has('member') || tasks.length === 0) return null;
  return (
    <>
      <Button
        icon={RotateCcw}
        size="small"
        className="text-ink"
        disabled={isActive}
        onClick={() => setIsOpen(true)}
      >
        {isActive ? versionTexts.rerun.busy : versionTexts.stale.rerun}
      </Button>
      <RerunStaleDialog
        engagementId={engagementId}
        tasks={tasks}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

const texts = versionTexts.stale;

interface RerunStaleDialogProps {
  engagementId: string;
  tasks: readonly StaleTask[];
  open: boolean;
  onClose: () => void;
}

function RerunStaleDialog({ engagementId, tasks, open, onClose }: RerunStaleDialogProps) {
  const start = useRerunStale(engagementId, onClose);
  const close = () => {
    start.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={texts.dialog}
      confirmLabel={texts.confirm}
      kind="primary"
      action={start}
      onConfirm={() => start.mutate()}
    >
      <div className="flex flex-col gap-3 text-ink">
        <p className="text-muted">{texts.would(tasks.length)}</p>
        <ol className="max-h-80 divide-y overflow-y-auto rounded-lg border">
          {[...tasks.entries()].map(([at, { taskId, name, why }]) => (
            <li key={taskId} className="flex items-baseline gap-3 px-3 py-2">
              <span className="figures text-muted text-sm">{at + 1}</span>
              <span className="min-w-0 flex-1">{name}</span>
              <span className="shrink-0 text-muted text-sm">{texts.reasons[why]}</span>
            </li>
          ))}
        </ol>
        {open && <StalePrice engagementId={engagementId} />}
        <p className="text-muted text-sm">{versionTexts.rerun.cost}</p>
      </div>
    </ConfirmDialog>
  );
}

interface StaleTask {
  taskId: string;
  name: string;
  filename: string;
  why: 'stale' | 'downstream';
}

/**
 * Lists what `rerun-stale` would execute: stale tasks and downstream tasks with a deliverable, in
 * order of dependency.
 */
export function listStaleTasks(
  tasks: readonly TaskConfiguration[],
  listed: readonly ListedDeliverable[],
): StaleTask[] {
  const latest = new Map<string, ListedDeliverable>();
  for (const entry of listed) {
    if (entry.taskId === null || entry.filename.startsWith('_')) continue;
    const known = latest.get(entry.taskId);
    if (!known || isNewer(entry, known)) latest.set(entry.taskId, entry);
  }
  const stale = new Map<string, StaleTask>();
  for (const { id: taskId, name, dependsOn = [] } of inGraphOrder(tasks)) {
    const file = latest.get(taskId);
    const why = file?.stale ? 'stale' : dependsOn.some((id) => stale.has(id)) ? 'downstream' : null;
    if (file && why) stale.set(taskId, { taskId, name, filename: file.filename, why });
  }
  return [...stale.values()];
}

const isNewer = (a: ListedDeliverable, b: ListedDeliverable) =>
  a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.version > b.version);

/** Orders each task after its dependencies, which form no cycle. */
function inGraphOrder(tasks: readonly TaskConfiguration[]): TaskConfiguration[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const ordered = new Set<TaskConfiguration>();
  const visit = (task: TaskConfiguration): void => {
    if (ordered.has(task)) return;
    for (const id of task.dependsOn ?? []) {
      const need = byId.get(id);
      if (need) visit(need);
    }
    ordered.add(task);
  };
  for (const task of tasks) visit(task);
  return [...ordered];
}
