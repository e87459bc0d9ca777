import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { type ListedDeliverable, latestOfFiles, titleOf } from '../../base/api/document-queries.ts';

export interface ListedFile {
  latest: ListedDeliverable;
  title: string;
  /** Null if it only repeats the title. */
  taskName: string | null;
  approvalStatus: ListedDeliverable['approvalStatus'];
  isBoardPaper: boolean;
}

/**
 * Lists the latest version of each file in task order, the board paper first, internal files apart.
 */
export function listFiles(
  listed: readonly ListedDeliverable[],
  engagement: EngagementDetail,
): { files: ListedFile[]; internal: ListedFile[] } {
  const order = new Map(
    engagement.tasks.map(({ id, synthesis }, at) => [id, synthesis === true ? -1 : at]),
  );
  const place = ({ taskId }: ListedDeliverable) => order.get(taskId ?? '') ?? order.size;
  const all = latestOfFiles(listed)
    .toSorted((a, b) => place(a) - place(b) || a.filename.localeCompare(b.filename))
    .map((entry): ListedFile => {
      const title = titleOf(entry.filename, engagement);
      const task = engagement.tasks.find(({ id }) => id === entry.taskId);
      const taskName = task?.name ?? null;
      return {
        latest: entry,
        title,
        taskName: taskName === title ? null : taskName,
        approvalStatus: entry.approvalStatus,
        isBoardPaper: task?.synthesis === true,
      };
    });
  const isInternal = ({ latest: { filename } }: ListedFile) => filename.startsWith('_');
  return { files: all.filter((file) => !isInternal(file)), internal: all.filter(isInternal) };
}
