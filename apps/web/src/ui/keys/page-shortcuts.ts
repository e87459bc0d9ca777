import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createListeners } from '../create-listeners.ts';
import { isFreeKey } from './free-key.ts';

/** A keyboard shortcut of the current page. */
export interface PageShortcut {
  key: string;
  /** Description in the list of shortcuts. */
  does: string;
  act: () => void;
  /** Selects the controls among which the key only moves the focus or the view: there it works, too, and repeats while held. */
  among?: string;
}

let current: readonly PageShortcut[] = [];
const { subscribe, notify } = createListeners();

function change(next: readonly PageShortcut[]): void {
  current = next;
  notify();
}

/** The shortcuts of the current page, for the list of shortcuts. */
export const usePageShortcutList = (): readonly PageShortcut[] => useSyncExternalStore(subscribe, () => current);

/**
 * Shortcuts that work while a component is mounted, except while a control has the focus or a dialog is open. A key that
 * is held acts once, so that it decides about one document. The letters of the navigation items follow `g`.
 */
export function usePageShortcuts(shortcuts: readonly PageShortcut[]): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ key, does }) => `${key} ${does}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` changes when the list changes.
  useEffect(() => {
    const mine = latest.current;
    change([...current, ...mine]);
    return () => change(current.filter((shortcut) => !mine.includes(shortcut)));
  }, [names]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const found = latest.current.find(({ key }) => key === event.key);
      if (!found || !isFreeKey(event, found.among) || (event.repeat && found.among === undefined)) return;
      event.preventDefault();
      found.act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
