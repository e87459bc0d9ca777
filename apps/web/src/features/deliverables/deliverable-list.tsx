import { deliverableTexts } from '../../texts/en/deliverables.ts';
import { VirtualList } from '../../ui/layout/virtual-list.tsx';
import { DeliverableRow, deliverableGrid } from './deliverable-row.tsx';
import type { ListedFile } from './list-files.ts';
import { PendingDeliverableRow } from './pending-deliverable-row.tsx';
import type { PendingDeliverable } from './use-new-deliverables.ts';

const rowHeightPx = 64;

interface DeliverableListProps {
  engagementId: string;
  files: readonly ListedFile[];
  /** Deliverables that a run is writing now. */
  coming: readonly PendingDeliverable[];
}

type Entry = { file: ListedFile; coming: PendingDeliverable | undefined } | { file: null; coming: PendingDeliverable };

/** Lists the files, followed by the tasks whose first version is being written. */
export function DeliverableList({ engagementId, files, coming }: DeliverableListProps) {
  const isOf = (file: ListedFile, { taskId }: PendingDeliverable) => file.latest.taskId === taskId;
  const entries: Entry[] = [
    ...files.map((file) => ({ file, coming: coming.find((task) => isOf(file, task)) })),
    ...coming.filter((task) => !files.some((file) => isOf(file, task))).map((task) => ({ file: null, coming: task })),
  ];
  return (
    <div className="overflow-hidden rounded-xl border">
      <ListHead />
      <VirtualList
        label={deliverableTexts.title}
        items={entries}
        itemKey={({ file, coming: task }) => file?.latest.filename ?? task?.taskId ?? ''}
        rowHeightPx={rowHeightPx}
        renderItem={(entry) =>
          entry.file ? (
            <DeliverableRow engagementId={engagementId} file={entry.file} isBeingWritten={entry.coming !== undefined} />
          ) : (
            <PendingDeliverableRow engagementId={engagementId} task={entry.coming} />
          )
        }
      />
    </div>
  );
}

function ListHead() {
  const { deliverable, version, review, score, citations, updated } = deliverableTexts.columns;
  return (
    <div aria-hidden className={`${deliverableGrid} hidden h-9 border-b bg-canvas text-muted text-sm md:grid`}>
      <span>{deliverable}</span>
      <span>{version}</span>
      <span>{review}</span>
      <span>{score}</span>
      <span>{citations}</span>
      <span className="text-right">{updated}</span>
    </div>
  );
}
