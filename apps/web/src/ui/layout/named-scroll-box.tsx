import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NamedScrollBoxProps {
  /** Names the box to who cannot see that it scrolls. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

const isLarger = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;

/** Holds what may be larger than its place and scrolls inside; reached by Tab only while it does. */
export function NamedScrollBox({ label, className, children }: NamedScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setScrolls(isLarger(element)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const reachable = scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div ref={box} className={className} {...reachable}>
      {children}
    </div>
  );
}
