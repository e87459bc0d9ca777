import { formTexts } from '../../../texts/en/engagement-form.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { TaskEditor, type TaskEditorProps } from './task-editor.tsx';
import { TaskRefusal } from './task-refusal.tsx';

interface TasksSectionProps extends TaskEditorProps {
  /** The service's refusal; what concerns the tasks is said there. */
  error: unknown;
}

/** The part of a form in which tasks are edited. */
export function TasksSection({ error, ...editor }: TasksSectionProps) {
  return (
    <Section title={formTexts.tasks.title} description={formTexts.tasks.description}>
      <TaskRefusal error={error} />
      <TaskEditor {...editor} />
    </Section>
  );
}
