import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { closeOverlay } from './overlays.ts';

const groupStyle =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

/** A titled group of the command menu. */
export function CommandGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Command.Group heading={title} className={groupStyle}>
      {children}
    </Command.Group>
  );
}

interface CommandItemProps {
  icon: ReactNode;
  /** Called when the menu is closed. */
  onSelect: () => void;
  /** What the typed letters are looked for in, and what tells it from others; by default its words. */
  value?: string;
  children: ReactNode;
}

/** Something to do or a place to go to. */
export function CommandItem({ icon, onSelect, value, children }: CommandItemProps) {
  const select = () => {
    closeOverlay();
    onSelect();
  };
  return (
    <Command.Item
      {...(value === undefined ? {} : { value })}
      onSelect={select}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      {children}
    </Command.Item>
  );
}
