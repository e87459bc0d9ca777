import { isApiError } from '@ecp/sdk/create-client';
import { fieldError } from '../../base/api/explain-error.ts';
import { formatUsd, formatWholeUsd } from '../../base/format/format.ts';
import { classNames } from '../../base/ui/class-names.ts';
import { controlStyle, Field, FormError } from '../../base/ui/fields/fields.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { TaskEditor, type TaskEditorProps } from '../tasks/task-editor.tsx';
import { type EngagementDraft, engagementFieldLimits, parseBudget } from './engagement-draft.ts';
import { engagementFormTexts } from './texts.ts';

type Work = Pick<EngagementDraft, 'tasks' | 'budget'>;

interface WorkFieldsProps {
  draft: Work;
  onChange: (change: Partial<Work>) => void;
  budget: { title: string; description: string };
  budgetProblem: string | undefined;
  /** Whether missing fields are shown as errors: only after an attempt to submit. */
  showsMissing: boolean;
  /** The service's refusal. Each part is shown at the field that it concerns. */
  error: unknown;
}

export function WorkFields({
  draft,
  onChange,
  budget,
  budgetProblem,
  showsMissing,
  error,
}: WorkFieldsProps) {
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

interface TasksSectionProps extends TaskEditorProps {
  error: unknown;
}

function TasksSection({ error, ...editor }: TasksSectionProps) {
  return (
    <Section
      title={engagementFormTexts.tasks.title}
      description={engagementFormTexts.tasks.description}
    >
      <TaskRefusal error={error} />
      <TaskEditor {...editor} />
    </Section>
  );
}

/** Shows why the service refused the tasks; renders nothing if it refused something else. */
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

const texts = engagementFormTexts.budget;
const usualUsd = [1, 5, 20, 100];

interface BudgetFieldProps {
  value: string;
  onChange: (budget: string) => void;
  error: string | undefined;
}

function BudgetField({ value, onChange, error }: BudgetFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="w-full sm:w-88">
        <Field
          label={texts.label}
          hint={texts.hint(formatUsd(engagementFieldLimits.budgetUsd))}
          error={error}
        >
          {(attributes) => (
            <div className="relative">
              <span aria-hidden className="absolute top-0 left-3 flex h-9 items-center text-muted">
                $
              </span>
              <input
                {...attributes}
                name="budget"
                inputMode="decimal"
                autoComplete="off"
                value={value}
                onChange={({ currentTarget }) => onChange(currentTarget.value)}
                className={`${controlStyle} figures h-9 pl-7`}
              />
            </div>
          )}
        </Field>
      </div>
      <fieldset className="flex gap-1.5 sm:pt-7">
        <legend className="sr-only">{texts.quickLabel}</legend>
        {usualUsd.map((amount) => (
          <button
            key={amount}
            type="button"
            aria-label={texts.quick(formatWholeUsd(amount))}
            aria-pressed={parseBudget(value) === amount}
            onClick={() => onChange(String(amount))}
            className={classNames(
              'figures h-8 rounded-lg border px-2.5 text-sm sm:mt-0.5',
              parseBudget(value) === amount
                ? 'border-transparent bg-accent-soft font-medium text-accent-text'
                : 'text-muted hover:bg-hover',
            )}
          >
            {formatWholeUsd(amount)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
