import { useSyncExternalStore } from 'react';
import { createListeners } from '../create-listeners.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';
const key = 'theme';
const systemDark = matchMedia('(prefers-color-scheme: dark)');
const { subscribe, notify } = createListeners();

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function apply(): void {
  const choice = readChoice();
  const dark = choice === 'dark' || (choice === 'system' && systemDark.matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
  notify();
}

/** Follows the system between light and dark. Call it once for the whole app. */
export const followSystemTheme = (): void => systemDark.addEventListener('change', apply);

/** Sets light, dark or the theme of the system, and stores the choice in this browser. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  apply();
}

export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice);

/** Returns the current theme, for charts that need colours as values. */
export const useShownTheme = (): 'light' | 'dark' =>
  useSyncExternalStore(subscribe, () =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  );
