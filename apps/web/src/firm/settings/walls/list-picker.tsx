import { Combobox } from '@base-ui/react/combobox';
import { X } from 'lucide-react';
import { useState } from 'react';
import { controlStyle, Field } from '../../../base/ui/fields/fields.tsx';
import { wallTexts as texts } from './texts.ts';

export interface Choice {
  id: string;
  name: string;
  note?: string;
}

interface ListPickerProps {
  label: string;
  hint: string;
  error?: string | undefined;
  /** The entries to choose from. With `onSearch` the caller has already filtered them. */
  choices: readonly Choice[];
  chosen: readonly Choice[];
  onChange: (chosen: Choice[]) => void;
  onSearch?: (text: string) => void;
}

/**
 * Chooses several from a long list: a box to search in, and the chosen ones below it, each with a
 * button to remove it.
 */
export function ListPicker({
  label,
  hint,
  error,
  choices,
  chosen,
  onChange,
  onSearch,
}: ListPickerProps) {
  const [text, setText] = useState('');
  const search = (next: string) => {
    setText(next);
    onSearch?.(next.trim());
  };
  return (
    <div className="flex flex-col gap-2">
      <Combobox.Root
        multiple
        autoHighlight
        items={choices}
        {...(onSearch && { filter: null })}
        value={[...chosen]}
        onValueChange={(next: Choice[], details) => {
          // Escape closes the dialog, and takes back nothing that was chosen.
          if (details.reason === 'escape-key') {
            details.cancel();
            details.allowPropagation();
            return;
          }
          onChange(next);
          search('');
        }}
        inputValue={text}
        onInputValueChange={search}
        itemToStringLabel={({ name }: Choice) => name}
        isItemEqualToValue={(one: Choice, other: Choice) => one.id === other.id}
      >
        <Field label={label} hint={hint} error={error}>
          {(attributes) => <Combobox.Input {...attributes} className={`${controlStyle} h-9`} />}
        </Field>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
            <Combobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-xl border bg-surface p-1 shadow-black/5 shadow-lg">
              <Combobox.Empty className="px-2.5 py-1.5 text-muted empty:hidden">
                {texts.form.noneFound}
              </Combobox.Empty>
              <Combobox.List>
                {(choice: Choice) => (
                  <Combobox.Item
                    key={choice.id}
                    value={choice}
                    className="flex cursor-pointer items-baseline gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover data-selected:font-medium"
                  >
                    <span className="min-w-0 truncate">{choice.name}</span>
                    <span className="ml-auto max-w-[40%] truncate text-muted text-sm">
                      {choice.note}
                    </span>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map(({ id, name }) => (
            <li
              key={id}
              className="flex min-w-0 items-center gap-1 rounded-md bg-sunken py-0.5 pr-0.5 pl-2 text-sm"
            >
              <span className="wrap-anywhere min-w-0">{name}</span>
              <button
                type="button"
                aria-label={texts.remove(name)}
                onClick={() => onChange(chosen.filter((other) => other.id !== id))}
                className="rounded p-1 text-muted hover:bg-hover hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
