import { reviewTexts } from '../../texts/en/review.ts';
import { classNames } from '../../ui/class-names.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';

interface VersionPickerProps {
  label: string;
  versions: readonly { version: number }[];
  value: number;
  onChange: (version: number) => void;
}

/** Chooses one version of a file in a native select. */
export function VersionPicker({ label, versions, value, onChange }: VersionPickerProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      className={classNames(controlStyle, 'h-7 max-w-28 px-2 text-sm')}
    >
      {versions.map(({ version }) => (
        <option key={version} value={version}>
          {reviewTexts.version(version)}
        </option>
      ))}
    </select>
  );
}
