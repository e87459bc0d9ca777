import { isApiError } from '@ecp/sdk/create-client';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';
import { FormError } from '../../../ui/fields/form-error.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { TaskEditor, type TaskEditorProps } from './task-editor.tsx';

interface TasksSectionProps extends TaskEditorProps {
  /** The service's refusal; what concerns the tasks is said there. */
  error: unknown;
}

/** The part of a form in which tasks are edited. */
export function TasksSection({ error, ...editor }: TasksSectionProps) {
  return (
    <Section title={engagementFormTexts.tasks.title} description={engagementFormTexts.tasks.description}>
      <TaskRefusal error={error} />
      <TaskEditor {...editor} />
    </Section>
  );
}

/** Why the service refused tasks, said beside them (contract, 4); nothing for a refusal of something else. */
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
