/** The look of the list that a combobox opens. */
export const comboboxPopupStyle =
  'w-[max(var(--anchor-width),18rem)] max-w-[var(--available-width)] rounded-xl border bg-surface shadow-black/5 shadow-lg outline-none';
export const comboboxListStyle =
  'max-h-[min(22rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 outline-none data-empty:p-0';
export const comboboxItemStyle =
  'flex cursor-pointer select-none items-start gap-2 rounded-lg px-2.5 py-1.5 outline-none data-highlighted:bg-hover';
export const comboboxGroupLabelStyle = 'px-2.5 pt-2 pb-1 font-medium text-muted text-xs';
export const comboboxEmptyStyle = 'px-3 py-4 text-center text-muted empty:hidden';
