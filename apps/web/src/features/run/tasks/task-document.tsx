import type { ApprovalStatus } from '@ecp/contract/work/deliverables';
import { Link } from '@tanstack/react-router';
import type { TaskProjection } from '../../../live/run-projection.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { ApprovalBadge } from '../../../ui/states/status-badge.tsx';

const texts = runTexts.tasks;

interface TaskDocumentProps {
  engagementId: string;
  task: TaskProjection;
  approval: ApprovalStatus | undefined;
}

/** Links to a task's deliverable as soon as it exists, and shows its approval status. */
export function TaskDocument({ engagementId, task: { filename, name }, approval }: TaskDocumentProps) {
  return (
    <>
      {approval && (
        <span className="hidden md:inline">
          <ApprovalBadge status={approval} />
        </span>
      )}
      <Link
        to="/engagements/$engagementId/deliverables/$filename"
        params={{ engagementId, filename }}
        aria-label={texts.readNamed(name)}
        className={buttonStyle('secondary', 'small')}
      >
        {texts.read}
      </Link>
    </>
  );
}
