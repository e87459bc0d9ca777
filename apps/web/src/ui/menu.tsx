import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
  children: ReactNode;
}

/** A button with a list of actions; by keyboard as menus are everywhere. */
export function Menu({ trigger, align = 'end', side = 'bottom', children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} className="z-50 outline-none">
          <Base.Popup className="min-w-48 max-w-80 rounded-xl border bg-surface p-1 shadow-lg shadow-black/5 outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const itemStyle =
  'flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-muted';

interface MenuItemProps {
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** One action; an icon may stand before its words. */
export function MenuItem({ onSelect, danger = false, disabled = false, children }: MenuItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(itemStyle, danger && 'text-danger', disabled && 'opacity-50')}
    >
      {children}
    </Base.Item>
  );
}

/** A titled group of items. */
export function MenuGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 py-1.5 text-muted text-xs">{title}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

/** A line between groups. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
