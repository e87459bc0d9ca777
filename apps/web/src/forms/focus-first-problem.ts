import type { RefObject } from 'react';

/** Leads to the first field that was found wrong, once it is marked. */
export function focusFirstProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong="true"]');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  });
}
