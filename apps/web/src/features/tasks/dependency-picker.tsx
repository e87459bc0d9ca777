import { Combobox } from '@base-ui/react/combobox';
import type { TaskConfiguration } from '@ecp/contract/engagements';
import { Check, X } from 'lucide-react';
import { taskTexts } from '../../texts/en/tasks.ts';
import {
  comboboxEmptyStyle,
  comboboxItemStyle,
  comboboxListStyle,
  comboboxPopupStyle,
} from '../../ui/combobox-style.ts';
import { controlStyle } from '../../ui/control-style.ts';
import { type ControlAttributes, Field } from '../../ui/field.tsx';
import { waitsFor } from './check-tasks.ts';
import { nameTask } from './name-task.ts';

interface DependencyPickerProps {
  tasks: readonly TaskConfiguration[];
  /** The task that waits. */
  task: TaskConfiguration;
  onChange: (dependsOn: string[]) => void;
  /** Said when the choice closes a circle. */
  error: string | undefined;
}

interface Option {
  id: string;
  name: string;
  /** Choosing it would let the two wait for each other. */
  closesCircle: boolean;
}

/** The tasks that another waits for, as chips in a box that searches the rest. */
export function DependencyPicker({ tasks, task, onChange, error }: DependencyPickerProps) {
  const options = tasks.flatMap((other, index): Option[] =>
    other.id === task.id
      ? []
      : [{ id: other.id, name: nameTask(other, index), closesCircle: waitsFor(tasks, other.id, task.id) }],
  );
  const chosen = options.filter(({ id }) => task.dependsOn?.includes(id));
  return (
    <Field label={taskTexts.dependsOn} hint={taskTexts.dependsOnHint} error={error}>
      {(attributes) => (
        <Combobox.Root
          multiple
          items={options}
          value={chosen}
          onValueChange={(next: Option[]) => onChange(next.map(({ id }) => id))}
          itemToStringLabel={({ name }: Option) => name}
          isItemEqualToValue={(one: Option, other: Option) => one.id === other.id}
        >
          <Chips chosen={chosen} attributes={attributes} />
          <OptionList />
        </Combobox.Root>
      )}
    </Field>
  );
}

function Chips({ chosen, attributes }: { chosen: Option[]; attributes: ControlAttributes }) {
  return (
    <Combobox.InputGroup className={`${controlStyle} flex min-h-9 flex-wrap items-center gap-1 px-1.5 py-1`}>
      <Combobox.Chips className="contents">
        {chosen.map(({ id, name }) => (
          <Combobox.Chip
            key={id}
            aria-label={name}
            className="flex h-6 min-w-0 max-w-full items-center gap-1 rounded-md bg-sunken pr-0.5 pl-2 text-sm outline-none data-highlighted:bg-accent-soft"
          >
            <span className="truncate">{name}</span>
            <Combobox.ChipRemove
              aria-label={taskTexts.stopWaitingFor(name)}
              className="rounded p-0.5 text-muted hover:bg-hover hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          {...attributes}
          placeholder={chosen.length === 0 ? taskTexts.dependsOnPlaceholder : taskTexts.dependsOnMore}
          className="h-6 min-w-24 flex-1 rounded bg-transparent px-1.5 outline-none"
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
  );
}

function OptionList() {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
        <Combobox.Popup className={comboboxPopupStyle}>
          <Combobox.Empty className={comboboxEmptyStyle}>{taskTexts.dependsOnNone}</Combobox.Empty>
          <Combobox.List className={comboboxListStyle}>
            {(option: Option) => (
              <Combobox.Item key={option.id} value={option} className={comboboxItemStyle}>
                <span className="min-w-0 flex-1">
                  {option.name}
                  {option.closesCircle && (
                    <span className="block text-sm text-warn">{taskTexts.dependsOnClosesCircle}</span>
                  )}
                </span>
                <Combobox.ItemIndicator>
                  <Check aria-hidden className="mt-0.5 size-4 text-accent-text" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
