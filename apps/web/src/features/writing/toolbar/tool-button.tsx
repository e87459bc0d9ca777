import type { ReactNode } from 'react';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';

interface ToolButtonProps {
  label: string;
  /** Whether the tool's form is already on at the cursor; undefined for tools that insert. */
  pressed?: boolean | undefined;
  disabled?: boolean | undefined;
  onClick: () => void;
  children: ReactNode;
}

/** A tool of the editor. A press of the pointer leaves the selection of the text as it is. */
export function ToolButton({ label, pressed, disabled = false, onClick, children }: ToolButtonProps) {
  return (
    <IconButton
      label={label}
      tabIndex={-1}
      data-tool
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text aria-disabled:opacity-40"
    >
      {children}
    </IconButton>
  );
}
