import { type ReactNode, useEffect, useRef, useState } from 'react';

interface NamedScrollBoxProps {
  /** Accessible name of the box. */
  label: string;
  className?: string | undefined;
  children: ReactNode;
}

const isLarger = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;

/** A box that scrolls content larger than itself. The Tab key reaches it only while it scrolls. */
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
