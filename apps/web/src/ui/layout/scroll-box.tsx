import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';

interface ScrollBoxProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Scrolls content larger than itself, by default sideways. The Tab key stops at it only while it scrolls. */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const isLarger = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
      if (isLarger) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    });
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={classNames('overflow-x-auto', className)}>
      {children}
    </div>
  );
}
