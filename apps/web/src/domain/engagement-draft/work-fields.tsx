import { fieldError } from '../../api/field-errors.ts';
import { Section } from '../../ui/layout/section.tsx';
import { TasksSection } from '../tasks/editor/tasks-section.tsx';
import { BudgetField } from './budget-field.tsx';
import type { EngagementDraft } from './engagement-draft.ts';

type Work = Pick<EngagementDraft, 'tasks' | 'budget'>;

interface WorkFieldsProps {
  draft: Work;
  onChange: (change: Partial<Work>) => void;
  /** Explains what the budget is for. */
  budget: { title: string; description: string };
  /** Why the budget is refused. */
  budgetProblem: string | undefined;
  /** Whether missing fields are shown as errors: only after an attempt to submit. */
  showsMissing: boolean;
  /** The service's refusal. Each part is shown at the field that it concerns. */
  error: unknown;
}

/** Edits the tasks and the budget of an engagement or a template. */
export function WorkFields({ draft, onChange, budget, budgetProblem, showsMissing, error }: WorkFieldsProps) {
  return (
    <>
      <TasksSection
        tasks={draft.tasks}
        onChange={(tasks) => onChange({ tasks })}
        showsMissing={showsMissing}
        error={error}
      />
      <Section title={budget.title} description={budget.description}>
        <BudgetField
          value={draft.budget}
          onChange={(next) => onChange({ budget: next })}
          error={budgetProblem ?? fieldError(error, 'budget')}
        />
      </Section>
    </>
  );
}
