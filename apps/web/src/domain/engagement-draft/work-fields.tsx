import { fieldError } from '../../api/field-errors.ts';
import { Section } from '../../ui/layout/section.tsx';
import { TasksSection } from '../tasks/editor/tasks-section.tsx';
import { BudgetField } from './budget-field.tsx';
import type { EngagementDraft } from './engagement-draft.ts';

type Work = Pick<EngagementDraft, 'tasks' | 'budget'>;

interface WorkFieldsProps {
  draft: Work;
  onChange: (change: Partial<Work>) => void;
  /** Says what the budget is for. */
  budget: { title: string; description: string };
  /** What is wrong with it. */
  budgetProblem: string | undefined;
  /** Whether what is missing is told, too: after somebody has tried to send it. */
  showsMissing: boolean;
  /** The service's refusal; what concerns a field is said there. */
  error: unknown;
}

/** What is to be done, and for how much at most: of engagements, and of templates for them. */
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
