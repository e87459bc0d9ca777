import type { EngagementDetail, TaskConfiguration } from '@ecp/contract/work/engagements';
import type { Plan } from '@ecp/contract/work/plans';
import { useRef, useState } from 'react';
import { areTasksFine, checkTasks } from '../../domain/tasks/check-tasks.ts';
import { TaskEditor } from '../../domain/tasks/editor/task-editor.tsx';
import { readTasks } from '../../domain/tasks/read-tasks.ts';
import { focusFirstProblem } from '../../forms/focus-first-problem.ts';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { usePersistedState } from '../../forms/use-persisted-state.ts';
import { planTexts } from '../../texts/en/plan.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { FormError } from '../../ui/fields/form-error.tsx';
import { PartHeader } from '../../ui/layout/part-header.tsx';
import { toTask } from './to-task.ts';
import { useAcceptPlan } from './use-accept-plan.ts';

const texts = planTexts.actions;

interface PlanEditorProps {
  plan: Plan;
  engagement: EngagementDetail;
  onClose: () => void;
  /** Called when the tasks belong to the engagement. Pricing them again is free. */
  onAccepted: () => void;
}

/** Edits the plan's tasks before they are accepted. */
export function PlanEditor({ plan, engagement, onClose, onAccepted }: PlanEditorProps) {
  const planned = (): TaskConfiguration[] => plan.tasks.map((task) => toTask(task, engagement.tasks));
  const {
    value: tasks,
    change,
    forget,
  } = usePersistedState(`plan:${plan.engagementId}:${plan.createdAt}`, readTasks, planned);
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  const accept = useAcceptPlan(engagement.id, true);
  const close = () => {
    done.current = true;
    forget();
    onClose();
  };
  const save = () => {
    setTried(true);
    if (!areTasksFine(checkTasks(tasks))) return focusFirstProblem(box);
    const onSuccess = () => {
      close();
      onAccepted();
    };
    accept.mutate({ tasks }, { onSuccess });
  };
  return (
    <div ref={box} className="flex flex-col gap-4">
      <PartHeader title={planTexts.editor.title} description={planTexts.editor.advice} />
      <TaskEditor tasks={tasks} onChange={change} showsMissing={tried} />
      <FormError error={accept.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{texts.cancelEdit}</Button>
        <Button kind="primary" busy={accept.isPending} disabled={tasks.length === 0} onClick={save}>
          {texts.saveEdited}
        </Button>
      </div>
      <LeaveGuard
        isDirty={() => !done.current && JSON.stringify(tasks) !== JSON.stringify(planned())}
        onDiscard={forget}
      />
    </div>
  );
}
