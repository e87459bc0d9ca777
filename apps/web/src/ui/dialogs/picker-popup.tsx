import { Combobox } from '@base-ui/react/combobox';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

interface PickerPopupProps<T> {
  label: string;
  none: string;
  children: (item: T) => ReactNode;
}

/** The list that a `Combobox.Trigger` opens, with a search box above. It works for long lists and by keyboard alone. */
export function PickerPopup<T>({ label, none, children }: PickerPopupProps<T>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Combobox.Popup
          aria-label={label}
          className="flex max-h-[min(26rem,var(--available-height))] w-[max(var(--anchor-width),20rem)] max-w-[var(--available-width)] flex-col rounded-xl border bg-surface shadow-black/5 shadow-lg outline-none"
        >
          <div className="relative border-b">
            <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-muted" />
            <Combobox.Input
              aria-label={label}
              placeholder={label}
              className="h-10 w-full rounded-t-xl bg-transparent pr-3 pl-9 outline-none"
            />
          </div>
          <Combobox.Empty className="px-3 py-6 text-center text-muted empty:hidden">{none}</Combobox.Empty>
          <Combobox.List className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0">
            {children}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

export const pickerItemStyle =
  'flex cursor-pointer select-none items-start gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover';
