import { Outlet } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { authTexts } from '../../base/texts/auth.ts';
import { commonTexts } from '../../base/texts/common.ts';

export function AuthLayout() {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[1fr_1.1fr]">
      <main className="flex flex-col justify-center px-5 py-10 sm:px-12">
        <div className="mx-auto w-full max-w-sm [&_button]:h-auto [&_button]:min-h-9 [&_button]:whitespace-normal [&_button]:py-1">
          <p className="mb-8 flex items-center gap-2.5 font-semibold">
            <img src="/favicon.svg" alt="" className="size-7" />
            {commonTexts.product}
          </p>
          <Outlet />
        </div>
      </main>
      <aside className="hidden flex-col justify-center border-l bg-canvas px-16 lg:flex">
        <p className="max-w-md text-balance font-semibold text-2xl leading-snug tracking-tight">
          {authTexts.claim}
        </p>
        <ul className="mt-6 flex flex-col gap-3 text-muted">
          {authTexts.points.map((point) => (
            <li key={point} className="flex items-center gap-2.5">
              <Check aria-hidden className="size-4 text-accent-text" />
              {point}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}
