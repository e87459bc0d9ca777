import { type RefObject, useEffect, useState } from 'react';

/** Distance below and above the window at which an element counts as near. */
const margin = '800px 0px';

/** Returns true from the moment that an element comes near the window, and before the page is printed. */
export function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || !element.current) return;
    const show = () => setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) show();
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    addEventListener('beforeprint', show);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', show);
    };
  }, [isNear, element]);
  return isNear;
}
