import { Link } from '@tanstack/react-router';
import type { RunView } from '../../../domain/runs/use-run-view.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { buttonStyle } from '../../../ui/buttons/button-style.ts';
import { ApprovalBadge } from '../../../ui/states/status-badge.tsx';
import { RunSection } from '../run-section.tsx';

const texts = runTexts.tasks;

/** Lists the engagement's tasks that a rerun leaves alone, each with its latest document. */
export function OtherTasks({ view: { engagement, projection } }: { view: RunView }) {
  const ofRun = new Set(projection.tasks.map(({ id }) => id));
  const others = engagement.tasks.filter(({ id }) => !ofRun.has(id));
  if (ofRun.size === 0 || projection.planned !== false || others.length === 0) return null;
  const latest = new Map(engagement.deliverables.toReversed().map((file) => [file.taskId, file]));
  return (
    <RunSection title={texts.others}>
      <ul aria-label={texts.others} className="divide-y">
        {others.map(({ id, name }) => {
          const file = latest.get(id);
          return (
            <li key={id} className="flex min-h-11 items-center gap-3 px-4 py-2">
              <span className="min-w-0 flex-1">{name}</span>
              {file ? (
                <>
                  <ApprovalBadge status={file.approvalStatus} />
                  <Link
                    to="/engagements/$engagementId/deliverables/$filename"
                    params={{ engagementId: engagement.id, filename: file.filename }}
                    aria-label={texts.readNamed(name)}
                    className={buttonStyle('secondary', 'small')}
                  >
                    {texts.read}
                  </Link>
                </>
              ) : (
                <span className="text-muted text-sm">{texts.unwritten}</span>
              )}
            </li>
          );
        })}
      </ul>
    </RunSection>
  );
}
