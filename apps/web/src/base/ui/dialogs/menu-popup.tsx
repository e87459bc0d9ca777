import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { positionMethodFor } from '../layout/sticky-bar.ts';

interface MenuPopupProps {
  anchor: RefObject<HTMLButtonElement | null>;
  align: 'start' | 'end';
  side: 'top' | 'bottom';
  open: boolean;
  /** Whether a key opened the menu: its first item then gets the focus. */
  byKey: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function MenuPopup({ anchor, align, side, open, byKey, onClose, children }: MenuPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <List anchor={anchor} align={align} side={side} byKey={byKey} onClose={onClose}>
          {children}
        </List>
      </Base.Portal>
    </Base.Root>
  );
}

/** Mounted anew each time the menu opens. */
function List({ anchor, align, side, byKey, onClose, children }: Omit<MenuPopupProps, 'open'>) {
  const [positionMethod] = useState(() => positionMethodFor(anchor.current));
  const goesToFirst = useRef(byKey);
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!goesToFirst.current || target !== currentTarget) return;
    goesToFirst.current = false;
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])')?.focus();
  };
  // The popup is at the end of the document, so Tab would leave the page. It closes and returns the
  // focus to its button.
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    onClose();
  };
  return (
    <Base.Positioner
      anchor={anchor}
      align={align}
      side={side}
      positionMethod={positionMethod}
      sideOffset={6}
      className="z-50 outline-none"
    >
      <Base.Popup
        onFocus={enter}
        onKeyDown={leave}
        finalFocus={anchor}
        className="min-w-48 max-w-80 rounded-xl border bg-surface p-1 shadow-lg shadow-black/5 outline-none"
      >
        {children}
      </Base.Popup>
    </Base.Positioner>
  );
}

const itemStyle =
  'flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

export interface MenuItemProps {
  icon?: LucideIcon;
  label?: string;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** What an item shows that is more than an icon and a label. */
  children?: ReactNode;
}

export function PopupItem({
  icon: Icon,
  label,
  onSelect,
  danger = false,
  disabled = false,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(itemStyle, danger && 'text-danger', disabled && 'opacity-50')}
    >
      {Icon && <Icon aria-hidden />}
      {label}
      {children}
    </Base.Item>
  );
}

export function PopupGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 py-1.5 text-muted text-xs">{title}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function PopupSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
