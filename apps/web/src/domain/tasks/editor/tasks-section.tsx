import { isApiError } from '@ecp/sdk/create-client';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { TaskEditor, type TaskEditorProps } from './task-editor.tsx';

interface TasksSectionProps extends TaskEditorProps {
  /** The service's refusal. The part about tasks is shown here. */
  error: unknown;
}

/** The section of a form in which tasks are edited. */
export function TasksSection({ error, ...editor }: TasksSectionProps) {
  return (
    <Section title={engagementFormTexts.tasks.title} description={engagementFormTexts.tasks.description}>
      <TaskRefusal error={error} />
      <TaskEditor {...editor} />
    </Section>
  );
}

/** Shows why the service refused the tasks (ENG-10, ENG-11); renders nothing if it refused something else. */
function TaskRefusal({ error }: { error: unknown }) {
  const concernsTasks =
    isApiError(error, 'unknown_agent', 'task_cycle', 'unknown_dependency', 'duplicate_task') ||
    (isApiError(error) && error.details.some(({ path }) => path.startsWith('/tasks')));
  return concernsTasks ? (
    <div className="mb-4">
      <FormError error={error} />
    </div>
  ) : null;
}
