import { Select as Base } from '@base-ui/react/select';
import { Check } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { positionMethodFor } from '../layout/sticky-bar.ts';
import type { SelectOption } from './fields.tsx';

interface SelectPopupProps<Value extends string> {
  anchor: RefObject<HTMLButtonElement | null>;
  listId: string;
  label: string;
  options: readonly SelectOption<Value>[];
  value: Value | undefined;
  keepsFocus: boolean;
  onChoose: (value: Value) => void;
  onClose: () => void;
}

export function SelectPopup<Value extends string>(props: SelectPopupProps<Value>) {
  const { anchor, listId, label, options, value, keepsFocus, onChoose, onClose } = props;
  const [positionMethod] = useState(() => positionMethodFor(anchor.current));
  return (
    <Base.Root
      open
      value={value ?? null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onValueChange={(next) => next !== null && onChoose(next)}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          positionMethod={positionMethod}
          alignItemWithTrigger={false}
          align="start"
          sideOffset={4}
          className="z-50 outline-none"
        >
          <Base.Popup
            finalFocus={keepsFocus ? anchor : false}
            className="max-h-[min(22rem,var(--available-height))] min-w-[var(--anchor-width)] max-w-[min(24rem,var(--available-width))] overflow-y-auto overscroll-contain rounded-xl border bg-surface p-1 shadow-black/5 shadow-lg outline-none"
          >
            <Base.List id={listId} aria-label={label} className="outline-none">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-8 cursor-pointer select-none items-center gap-2 rounded-lg px-2 py-1 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  <Base.ItemText className="wrap-anywhere min-w-0 flex-1">
                    {option.label}
                  </Base.ItemText>
                  <Base.ItemIndicator className="shrink-0">
                    <Check aria-hidden className="size-4 text-accent-text" />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
