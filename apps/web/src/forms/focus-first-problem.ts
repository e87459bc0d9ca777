import type { RefObject } from 'react';

/** Focuses the first invalid field, once it is marked. */
export function focusFirstProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"]');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  });
}
