import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { openCommands, openShortcuts } from '../navigation/overlays.ts';
import { places } from '../navigation/places.ts';
import { hasSingleKeys } from '../../ui/keys/single-keys.ts';

/** Longest time between `g` and the letter of a place. */
const sequenceMs = 1_200;

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What keeps the keys to itself while it is open. A toast is a dialog too, but one beside which people work on. */
const keyOwners = '[role=menu], :is([role=dialog], [role=alertdialog]):not([aria-modal=false])';

/** Whether a single key is a shortcut now: no text is typed, no dialog is open, and no key is held with it. */
export const isFree = ({ metaKey, ctrlKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  hasSingleKeys() &&
  !(defaultPrevented || metaKey || ctrlKey || altKey || typesText(target)) &&
  !document.querySelector(keyOwners);

/** Keys that work on every page of the shell; none while one types or a dialog is open. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const { has } = useSession();
  // It outlives what is rendered between the two keys.
  const goingSinceMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const act = (key: string): boolean => {
      const going = performance.now() - goingSinceMs.current < sequenceMs;
      goingSinceMs.current = key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const place = going ? places.find((entry) => entry.key === key && (!entry.role || has(entry.role))) : undefined;
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
      } else if (isFree(event) && act(key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [navigate, has]);
}
