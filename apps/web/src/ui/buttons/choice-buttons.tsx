import { classNames } from '../class-names.ts';

interface ChoiceButtonsProps<V extends string> {
  /** Names the choice to who cannot see it. */
  label: string;
  /** `undefined` is the one that narrows nothing. */
  choices: readonly { value: V | undefined; label: string }[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}

/** Narrows a list to one of a few kinds. */
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
