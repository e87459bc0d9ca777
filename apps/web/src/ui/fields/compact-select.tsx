import { controlStyle } from './control-style.ts';

interface CompactSelectProps {
  /** Accessible name. Its first option shows the purpose to people who see it. */
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** A small select in a row of filters. */
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
