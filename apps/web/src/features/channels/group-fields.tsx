import type { NoticeGroup } from '@ecp/contract/values/notice-kinds';
import { channelTexts } from '../../texts/en/settings/channels.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { noticeGroups } from './notice-groups.ts';

interface GroupFieldsProps {
  chosen: readonly NoticeGroup[];
  onChange: (groups: readonly NoticeGroup[]) => void;
  error: string | undefined;
}

/** Chooses the groups of notices that a channel gets. */
export function GroupFields({ chosen, onChange, error }: GroupFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{channelTexts.form.groups}</legend>
      {noticeGroups.map((group) => (
        <CheckboxField
          key={group}
          label={channelTexts.groups[group]}
          checked={chosen.includes(group)}
          onChange={({ currentTarget }) =>
            onChange(noticeGroups.filter((one) => (one === group ? currentTarget.checked : chosen.includes(one))))
          }
        />
      ))}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
