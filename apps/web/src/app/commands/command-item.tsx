import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { closeOverlay } from '../navigation/overlays.ts';

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
  /** Called after the menu has closed. */
  onSelect: () => void;
  /** Text of the command, which the menu searches. */
  label: string;
  /** More text to search, shown in small type. */
  note?: string;
  /** Shown below the text. */
  detail?: ReactNode;
  /** Distinguishes commands with the same text. */
  id?: string;
}

/** An action to run or a page to open. */
export function CommandItem({ icon, onSelect, label, note, detail, id = label }: CommandItemProps) {
  const select = () => {
    closeOverlay();
    onSelect();
  };
  return (
    <Command.Item
      value={id}
      keywords={note === undefined ? [label] : [label, note]}
      onSelect={select}
      className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
    >
      {icon}
      <span className="min-w-0">
        <span className="flex items-baseline gap-3">
          <span className="truncate">{label}</span>
          {note && <span className="truncate text-muted text-sm">{note}</span>}
        </span>
        {detail && <span className="wrap-anywhere line-clamp-2 text-muted text-sm">{detail}</span>}
      </span>
    </Command.Item>
  );
}
