import { Combobox } from '@base-ui/react/combobox';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';
import { ChevronDown } from 'lucide-react';
import { taskTexts } from '../../../texts/en/tasks.ts';
import { PickerPopup } from '../../../ui/dialogs/picker-popup.tsx';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { waitsFor } from '../check-tasks.ts';
import { nameTask } from '../name-task.ts';
import { DependencyChips } from './dependency-chips.tsx';
import { type DependencyChoice, DependencyItem } from './dependency-item.tsx';

interface DependencyPickerProps {
  tasks: readonly TaskConfiguration[];
  /** The task that waits. */
  task: TaskConfiguration;
  onChange: (dependsOn: string[]) => void;
  /** Shown when the choice closes a cycle. */
  error: string | undefined;
}

/** Chooses the tasks that another waits for: shows the chosen ones, and a searchable list of the others. */
export function DependencyPicker({ tasks, task, onChange, error }: DependencyPickerProps) {
  const choices = tasks.flatMap((other, index): DependencyChoice[] =>
    other.id === task.id
      ? []
      : [{ id: other.id, name: nameTask(other, index), closesCircle: waitsFor(tasks, other.id, task.id) }],
  );
  const chosen = choices.filter(({ id }) => task.dependsOn?.includes(id));
  const choose = (next: DependencyChoice[]) => onChange(next.map(({ id }) => id));
  return (
    <Field label={taskTexts.dependsOn} hint={taskTexts.dependsOnHint} error={error}>
      {(attributes) => (
        <div className="flex flex-col gap-1.5">
          <Combobox.Root
            multiple
            items={choices}
            value={chosen}
            onValueChange={choose}
            itemToStringLabel={({ name }: DependencyChoice) => name}
            isItemEqualToValue={(one: DependencyChoice, other: DependencyChoice) => one.id === other.id}
          >
            <Combobox.Trigger
              {...attributes}
              disabled={choices.length === 0}
              className={`${controlStyle} flex h-9 items-center justify-between gap-2 text-left text-muted`}
            >
              <span className="truncate">
                {chosen.length === 0 ? taskTexts.dependsOnPlaceholder : taskTexts.dependsOnCount(chosen.length)}
              </span>
              <ChevronDown aria-hidden className="size-4 shrink-0" />
            </Combobox.Trigger>
            <PickerPopup<DependencyChoice> label={taskTexts.dependsOnSearch} none={taskTexts.dependsOnNone}>
              {(choice) => <DependencyItem key={choice.id} choice={choice} />}
            </PickerPopup>
          </Combobox.Root>
          <DependencyChips chosen={chosen} onRemove={(id) => choose(chosen.filter((other) => other.id !== id))} />
        </div>
      )}
    </Field>
  );
}
