import { hasSingleKeys } from './single-keys.ts';

const typesText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Elements that own the keyboard while they are open. A toast is a dialog too, but people go on working beside it. */
const keyOwners = '[role=menu], :is([role=dialog], [role=alertdialog]):not([aria-modal=false])';

/** Whether a pressed key may act as a shortcut: nobody types text, no menu or dialog is open, and no modifier is held. */
export const isFreeKey = ({ metaKey, ctrlKey, altKey, target, defaultPrevented }: KeyboardEvent): boolean =>
  hasSingleKeys() &&
  !(defaultPrevented || metaKey || ctrlKey || altKey || typesText(target)) &&
  !document.querySelector(keyOwners);
