import { type ReactNode, useId } from 'react';

interface RadioCardsProps<V extends string> {
  label: string;
  name: string;
  options: readonly { value: V; label: string; hint?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
}

/** Radio buttons, each with a line that explains the choice. */
export function RadioCards<V extends string>({ label, name, options, value, onChange }: RadioCardsProps<V>) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-col overflow-hidden rounded-lg border border-line-strong/60">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-2.5 border-b px-3 py-2 last:border-0 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span id={`${id}-${option.value}`} className="block">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className="block text-muted text-sm">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
