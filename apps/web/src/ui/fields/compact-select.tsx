import { controlStyle } from './control-style.ts';

interface CompactSelectProps {
  /** Names it to who cannot see it: its first option says what it is about. */
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A small list to choose from, in a row of filters. */
export function CompactSelect({ label, options, value, onChange }: CompactSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={`${controlStyle} h-8 max-w-60 text-sm`}
      style={{ width: 'auto' }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
