import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { isFreeKey } from '../../ui/keys/free-key.ts';
import { navigationItems } from '../navigation/navigation-items.ts';
import { openCommands, openShortcuts } from '../navigation/overlays.ts';

/** Longest time between `g` and the letter of a page. */
const sequenceMs = 1_200;

/** Shortcuts that work on every page of the shell, except while a control has the focus or a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { has } = useSession();
  // A ref, because the component may render between the two keys.
  const goingSinceMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const act = (key: string): boolean => {
      const going = performance.now() - goingSinceMs.current < sequenceMs;
      goingSinceMs.current = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const place = going
        ? navigationItems.find((entry) => entry.key === key && (!entry.role || has(entry.role)))
        : undefined;
      const search = document.querySelector<HTMLInputElement>('[data-search]');
      if (place) void navigate({ to: place.to });
      else if (key === '?') openShortcuts();
      else if (key === 'c' && has('member')) void navigate({ to: '/engagements/new' });
      else if (key === '/' && search) search.focus();
      else return false;
      return true;
    };
    const listen = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey } = event;
      if ((metaKey || ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        openCommands();
      } else if (isFreeKey(event) && act(key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate, has]);
}
