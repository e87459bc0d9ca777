import { Combobox } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { pickerItemStyle } from '../../../ui/dialogs/picker-popup.tsx';

/** A task that another may wait for. */
export interface DependencyChoice {
  id: string;
  name: string;
  /** Whether choosing it would close a cycle. */
  closesCircle: boolean;
}

/** A choice in the list, with a warning if it would close a cycle. */
export function DependencyItem({ choice }: { choice: DependencyChoice }) {
  return (
    <Combobox.Item value={choice} className={pickerItemStyle}>
      <span className="min-w-0 flex-1">
        {choice.name}
        {choice.closesCircle && <span className="block text-sm text-warn">{taskTexts.dependsOnClosesCircle}</span>}
      </span>
      <Combobox.ItemIndicator>
        <Check aria-hidden className="mt-0.5 size-4 text-accent-text" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}
