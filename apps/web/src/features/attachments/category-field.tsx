import type { AttachmentCategory } from '@ecp/contract/attachments';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { SelectField } from '../../ui/select-field.tsx';

const options = Object.entries(attachmentTexts.categories).map(([value, label]) => ({ value, label }));

interface CategoryFieldProps {
  label?: string;
  value: AttachmentCategory;
  onChange: (category: AttachmentCategory) => void;
}

/** What a file is for (specification, Attachment). */
export function CategoryField({ label = attachmentTexts.columns.category, value, onChange }: CategoryFieldProps) {
  return (
    <SelectField
      label={label}
      options={options}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as AttachmentCategory)}
    />
  );
}
