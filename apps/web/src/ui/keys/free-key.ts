import { hasSingleKeys } from './single-keys.ts';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Elements that own the keyboard while open. A toast has the role of a dialog too, but does not interrupt work. */
const keyOwners = '[role=menu], :is([role=dialog], [role=alertdialog]):not([aria-modal=false])';

/** Returns whether a menu or a dialog is open, which acts on keys itself. */
export const isKeyOwned = (): boolean => document.querySelector(keyOwners) !== null;

/**
 * Returns whether a key may act as a shortcut: no text field has the focus, no menu or dialog is open, and no modifier
 * is held.
 */
export function isFreeKey(event: KeyboardEvent): boolean {
  const { metaKey, ctrlKey, altKey, defaultPrevented } = event;
  // Inside a shadow root, as in the SQL editor, `target` is only its host.
  const [target = null] = event.composedPath();
  return hasSingleKeys() && !(defaultPrevented || metaKey || ctrlKey || altKey || typesText(target)) && !isKeyOwned();
}
