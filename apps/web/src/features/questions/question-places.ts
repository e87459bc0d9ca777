import { focusInView, stepThrough } from '../../ui/keys/step-through.ts';

const placeOf = '[data-question]';
const places = () => [...document.querySelectorAll<HTMLElement>(placeOf)];

/** Moves the focus to the next question on the page (`1`) or the one before (`-1`), from elsewhere to an outer one. */
export const stepToQuestion = (by: 1 | -1): void => stepThrough(placeOf, by);

/** Opens the answer of the focused question, or of the first one. */
export function openFocusedAnswer(): void {
  const all = places();
  const place = all.find((one) => one.contains(document.activeElement)) ?? all[0];
  place?.querySelector<HTMLElement>('[data-answer]')?.click();
}

/** Moves the focus from a question that is about to leave its list to its neighbour, else to the page. */
export function leaveQuestion(place: HTMLElement | null): void {
  const all = places();
  const at = place === null ? -1 : all.indexOf(place);
  const aim = all[at + 1] ?? all[at - 1];
  if (aim && aim !== place) focusInView(aim);
  else document.getElementById('content')?.focus({ preventScroll: true });
}
