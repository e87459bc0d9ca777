import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';

const options = Object.entries(attachmentTexts.categories).map(([value, label]) => ({ value, label }));

interface CategoryFieldProps {
  value: AttachmentCategory;
  onChange: (category: AttachmentCategory) => void;
}

/** Chooses the purpose of an attachment (ATT-2). */
export function CategoryField({ value, onChange }: CategoryFieldProps) {
  return (
    <SelectField
      label={attachmentTexts.columns.category}
      options={options}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as AttachmentCategory)}
    />
  );
}

/** The same field in one line, for files that are chosen next. */
export function CategoryPicker({ value, onChange }: CategoryFieldProps) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden>{attachmentTexts.addAs}</span>
      <select
        aria-label={attachmentTexts.newCategory}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as AttachmentCategory)}
        className={`${controlStyle} h-7 w-auto px-1.5 text-sm`}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
