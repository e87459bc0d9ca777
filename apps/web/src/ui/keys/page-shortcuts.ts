import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createListeners } from '../create-listeners.ts';
import { isFreeKey } from './free-key.ts';

/** A key that does something on the page that is shown. */
export interface PageShortcut {
  key: string;
  /** Said in the list of shortcuts. */
  does: string;
  act: () => void;
}

let current: readonly PageShortcut[] = [];
const { subscribe, notify } = createListeners();

function change(next: readonly PageShortcut[]): void {
  current = next;
  notify();
}

/** The keys of the page that is shown, for the list of shortcuts. */
export const usePageShortcutList = (): readonly PageShortcut[] => useSyncExternalStore(subscribe, () => current);

/**
 * Keys that work while a component is shown; none while one types or a dialog is open. Letters of `places` are taken:
 * they follow `g`.
 */
export function usePageShortcuts(shortcuts: readonly PageShortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ key, does }) => `${key} ${does}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` says when the list is another one.
  useEffect(() => {
    const mine = latest.current;
    change([...current, ...mine]);
    return () => change(current.filter((shortcut) => !mine.includes(shortcut)));
  }, [names]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const found = isFreeKey(event) && latest.current.find(({ key }) => key === event.key);
      if (!found) return;
      event.preventDefault();
      found.act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
