import type { KeyboardEvent } from 'react';

const keys: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Lists the tools of a toolbar in their order. */
const toolsOf = (toolbar: HTMLElement): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>('[data-tool]')];

/** Moves the focus from tool to tool by arrow keys, Home and End. A list of choices keeps its own arrow keys. */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const move = keys[event.key];
  const tools = toolsOf(event.currentTarget);
  const at = tools.indexOf(event.target as HTMLElement);
  if (move === undefined || at === -1) return;
  event.preventDefault();
  tools[move(at, tools.length - 1)]?.focus();
}
