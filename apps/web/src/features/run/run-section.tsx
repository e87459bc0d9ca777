import { type ReactNode, useId } from 'react';

interface RunSectionProps {
  title: string;
  /** On the line of the title. */
  beside?: ReactNode;
  /** Below the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the page of a run: a head, and content up to the border. */
export function RunSection({ title, beside, tools, children }: RunSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-xl border bg-surface">
      <div className="flex flex-col gap-3 border-b px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {beside}
        </div>
        {tools}
      </div>
      {children}
    </section>
  );
}
