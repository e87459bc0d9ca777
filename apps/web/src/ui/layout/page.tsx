import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** The frame of a page inside the shell; `wide` for tables and graphs. */
export function Page({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  return (
    <div className={classNames('mx-auto flex w-full flex-col gap-6 p-4 md:p-8', wide ? 'max-w-none' : 'max-w-6xl')}>
      {children}
    </div>
  );
}
