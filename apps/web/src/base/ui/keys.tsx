import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '../language/translate.ts';
import { createListeners } from './create-listeners.ts';

export interface PageShortcut {
  key: string;
  does: string;
  act: () => void;
  /**
   * Selects the controls among which the key only moves the focus or the view: there it works, too,
   * and repeats while held.
   */
  among?: string;
}

let currentShortcuts: readonly PageShortcut[] = [];
const { subscribe, notify } = createListeners();

function change(next: readonly PageShortcut[]): void {
  currentShortcuts = next;
  notify();
}

export const usePageShortcutList = (): readonly PageShortcut[] =>
  useSyncExternalStore(subscribe, () => currentShortcuts);

/**
 * Shortcuts that work while a component is mounted, except while a control has the focus or a
 * dialog is open. A key that is held acts once, so that it decides about one document. The letters
 * of the navigation items follow `g`.
 */
export function usePageShortcuts(shortcuts: readonly PageShortcut[]): void {
  const latest = useRef(shortcuts);
  useLayoutEffect(() => {
    latest.current = shortcuts;
  });
  const names = shortcuts.map(({ key, does }) => `${key} ${does}`).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `names` changes when the list changes.
  useEffect(() => {
    const mine = latest.current;
    change([...currentShortcuts, ...mine]);
    return () => change(currentShortcuts.filter((shortcut) => !mine.includes(shortcut)));
  }, [names]);
  // A key works from the moment at which the component is on the page.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const found = latest.current.find(({ key }) => key === event.key);
      if (!found || !isFreeKey(event, found.among) || (event.repeat && found.among === undefined))
        return;
      event.preventDefault();
      found.act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const singleKeysItem = 'single-keys';
const { subscribe: subscribeToSingleKeys, notify: notifySingleKeys } = createListeners();

/**
 * Whether single letters are shortcuts. People who dictate turn them off, as each word would press
 * some (WCAG 2.1.4).
 */
const hasSingleKeys = (): boolean => localStorage.getItem(singleKeysItem) !== 'off';

/** Turns single-letter shortcuts on or off in this browser. */
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(singleKeysItem);
  else localStorage.setItem(singleKeysItem, 'off');
  notifySingleKeys();
}

/** `hasSingleKeys` as a hook, for components that show such keys. */
export const useSingleKeys = (): boolean =>
  useSyncExternalStore(subscribeToSingleKeys, hasSingleKeys);

/**
 * Elements that a key operates or types into. A place that only takes the focus, as a heading after
 * a jump, is none.
 */
const controls = [
  'a[href], button, input, select, textarea, summary, [contenteditable]',
  '[role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=slider], [role=tab]',
  '[role=option], [role=combobox], [role=menuitem], [role=treeitem]',
].join();

/**
 * Elements that own the keyboard while open. A toast has the role of a dialog too, but does not
 * interrupt work.
 */
const keyOwners = '[role=menu], :is([role=dialog], [role=alertdialog]):not([aria-modal=false])';

/** Returns whether a menu or a dialog is open, which acts on keys itself. */
export const isKeyOwned = (): boolean => document.querySelector(keyOwners) !== null;

/**
 * Returns whether a key may act as a shortcut: no control has the focus, no menu or dialog is open,
 * and no modifier is held. `among` selects controls on which it may act all the same, because it
 * only moves the focus or the view.
 */
export function isFreeKey(event: KeyboardEvent, among?: string): boolean {
  const { metaKey, ctrlKey, altKey, defaultPrevented } = event;
  return (
    hasSingleKeys() &&
    !(defaultPrevented || metaKey || ctrlKey || altKey || isOnControl(event, among)) &&
    !isKeyOwned()
  );
}

function isOnControl(event: KeyboardEvent, among: string | undefined): boolean {
  // Inside a shadow root, as in the SQL editor, `target` is only its host.
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  return (
    target.closest(controls) !== null && (among === undefined || target.closest(among) === null)
  );
}

/**
 * Moves the focus to the next element on the page that matches the selector (`1`) or to the one
 * before (`-1`); from elsewhere to the first or the last one.
 */
export function stepThrough(selector: string, by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  const at = all.findIndex((place) => place.contains(document.activeElement));
  focusInView(all[at === -1 ? (by === 1 ? 0 : all.length - 1) : at + by]);
}

/** Focuses an element and scrolls no further than it takes to show it. */
export function focusInView(place: HTMLElement | null | undefined): void {
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: 'nearest' });
}

/** Name of the command key on this machine, in the language of the page. */
export const modifierKey = (): string =>
  /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('Ctrl');

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border bg-surface px-1 font-sans text-muted text-xs">
      {children}
    </kbd>
  );
}
