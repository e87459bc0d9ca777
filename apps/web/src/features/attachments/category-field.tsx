import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { Select } from '../../ui/fields/select.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';

const categories = Object.keys(attachmentTexts.categories) as AttachmentCategory[];
const options = categories.map((value) => ({ value, label: attachmentTexts.categories[value] }));

interface CategoryFieldProps {
  value: AttachmentCategory;
  onChange: (category: AttachmentCategory) => void;
}

/** Chooses the purpose of an attachment (ATT-2). */
export function CategoryField({ value, onChange }: CategoryFieldProps) {
  return <SelectField label={attachmentTexts.columns.category} options={options} value={value} onChange={onChange} />;
}

/** The same field in one line, for files that are chosen next. */
export function CategoryPicker({ value, onChange }: CategoryFieldProps) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden>{attachmentTexts.addAs}</span>
      <Select
        label={attachmentTexts.newCategory}
        options={options}
        value={value}
        onChange={onChange}
        className="h-7 max-w-max text-sm"
      />
    </span>
  );
}
