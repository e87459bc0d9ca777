import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component has gone meanwhile; asked by what ends later than it. */
export function useIsUnmounted(): RefObject<boolean> {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return isLeft;
}
