import { formatUsd } from '../../format/format.ts';
import { engagementFormTexts } from '../../texts/en/engagement-form.ts';
import { classNames } from '../../ui/class-names.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';
import { Field } from '../../ui/fields/field.tsx';
import { engagementFieldLimits, parseBudget } from './engagement-draft.ts';

const texts = engagementFormTexts.budget;
const usualUsd = [1, 5, 20, 100];

interface BudgetFieldProps {
  value: string;
  onChange: (budget: string) => void;
  error: string | undefined;
}

/** Takes a budget in US dollars, typed or chosen from the usual amounts (ENG-7). */
export function BudgetField({ value, onChange, error }: BudgetFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="w-full sm:w-88">
        <Field label={texts.label} hint={texts.hint(formatUsd(engagementFieldLimits.budgetUsd))} error={error}>
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
            aria-label={texts.quick(formatUsd(amount))}
            aria-pressed={parseBudget(value) === amount}
            onClick={() => onChange(String(amount))}
            className={classNames(
              'figures h-8 rounded-lg border px-2.5 text-sm sm:mt-0.5',
              parseBudget(value) === amount
                ? 'border-transparent bg-accent-soft font-medium text-accent-text'
                : 'text-muted hover:bg-hover',
            )}
          >
            ${amount}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
