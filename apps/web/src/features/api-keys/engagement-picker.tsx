import { Combobox } from '@base-ui/react/combobox';
import type { Engagement } from '@ecp/contract/work/engagements';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { engagementSearchQuery } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';
import { controlStyle } from '../../ui/fields/control-style.ts';
import { Field } from '../../ui/fields/field.tsx';

/** The fields of the selected engagement. */
export type PickedEngagement = Pick<Engagement, 'id' | 'name' | 'client'>;

interface EngagementPickerProps {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: PickedEngagement | null;
  onChange: (engagement: PickedEngagement | null) => void;
}

/** Selects one engagement by part of its name or client. The API does the search. */
export function EngagementPicker({ label, hint, error, value, onChange }: EngagementPickerProps) {
  const [text, setText] = useState('');
  // After a selection the box contains the name, which is not a search text.
  const q = useDeferredValue(text === value?.name ? '' : text.trim());
  const { data: found = [] } = useQuery(engagementSearchQuery(q));
  return (
    <Combobox.Root<PickedEngagement>
      items={found}
      filter={null}
      value={value}
      onValueChange={onChange}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={({ name }) => name}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
    >
      <Field label={label} hint={hint} error={error}>
        {(attributes) => <Combobox.Input {...attributes} className={`${controlStyle} h-9`} />}
      </Field>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-xl border bg-surface p-1 shadow-black/5 shadow-lg">
            <Combobox.Empty className="px-2.5 py-1.5 text-muted empty:hidden">
              {engagementTexts.pickNone}
            </Combobox.Empty>
            <Combobox.List>
              {(engagement: PickedEngagement) => (
                <Combobox.Item
                  key={engagement.id}
                  value={engagement}
                  className="flex cursor-pointer items-baseline gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover data-selected:font-medium"
                >
                  <span className="truncate">{engagement.name}</span>
                  <span className="ml-auto max-w-[40%] truncate text-muted text-sm">{engagement.client}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
