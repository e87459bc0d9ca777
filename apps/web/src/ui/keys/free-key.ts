import { hasSingleKeys } from './single-keys.ts';

/** Elements that a key operates or types into. A place that only takes the focus, as a heading after a jump, is none. */
const controls = [
  'a[href], button, input, select, textarea, summary, [contenteditable]',
  '[role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=slider], [role=tab]',
  '[role=option], [role=combobox], [role=menuitem], [role=treeitem]',
].join();

/** Elements that own the keyboard while open. A toast has the role of a dialog too, but does not interrupt work. */
const keyOwners = '[role=menu], :is([role=dialog], [role=alertdialog]):not([aria-modal=false])';

/** Returns whether a menu or a dialog is open, which acts on keys itself. */
export const isKeyOwned = (): boolean => document.querySelector(keyOwners) !== null;

/**
 * Returns whether a key may act as a shortcut: no control has the focus, no menu or dialog is open, and no modifier is
 * held. `among` selects controls on which it may act all the same, because it only moves the focus or the view.
 */
export function isFreeKey(event: KeyboardEvent, among?: string): boolean {
  const { metaKey, ctrlKey, altKey, defaultPrevented } = event;
  return (
    hasSingleKeys() && !(defaultPrevented || metaKey || ctrlKey || altKey || isOnControl(event, among)) && !isKeyOwned()
  );
}

function isOnControl(event: KeyboardEvent, among: string | undefined): boolean {
  // Inside a shadow root, as in the SQL editor, `target` is only its host.
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  return target.closest(controls) !== null && (among === undefined || target.closest(among) === null);
}
