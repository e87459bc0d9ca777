import { reviewTexts } from '../../texts/en/review.ts';
import { Select } from '../../ui/fields/select.tsx';

interface VersionPickerProps {
  label: string;
  versions: readonly { version: number }[];
  value: number;
  onChange: (version: number) => void;
}

/** Chooses one version of a file. */
export function VersionPicker({ label, versions, value, onChange }: VersionPickerProps) {
  return (
    <Select
      label={label}
      options={versions.map(({ version }) => ({ value: String(version), label: reviewTexts.version(version) }))}
      value={String(value)}
      onChange={(version) => onChange(Number(version))}
      className="h-7 max-w-32 text-sm"
    />
  );
}
