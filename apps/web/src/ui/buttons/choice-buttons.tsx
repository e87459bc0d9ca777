import { classNames } from '../class-names.ts';

interface ChoiceButtonsProps<V extends string> {
  /** Accessible name of the choice. */
  label: string;
  /** The value `undefined` stands for no filter. */
  choices: readonly { value: V | undefined; label: string }[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}

/** Filters a list by one of a few values. */
export function ChoiceButtons<V extends string>({ label, choices, value, onChange }: ChoiceButtonsProps<V>) {
  return (
    <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'h-8 whitespace-nowrap rounded-lg px-2.5 text-sm focus-visible:-outline-offset-2',
            choice.value === value ? 'bg-accent-soft font-medium text-accent-text' : 'text-muted hover:bg-hover',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
