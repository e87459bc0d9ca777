import { Toast as Base } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { explainError } from '../api/explain-error.ts';
import { commonTexts } from '../texts/en/common.ts';

const toasts = Base.createToastManager();

/** Says for some seconds that something is done. */
export function tellDone(title: string, description?: string): void {
  toasts.add({ title, description, type: 'done' });
}

/** Says why something failed and what to do. */
export function tellError(error: unknown): void {
  const { title, advice } = explainError(error);
  toasts.add({ title, description: advice, type: 'error', priority: 'high', timeout: 10_000 });
}

/** Where toasts appear; once, around the app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={toasts} limit={3}>
      {children}
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-4 left-4 z-50 ml-auto flex max-w-sm flex-col gap-2">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  return Base.useToastManager().toasts.map((toast) => (
    <Base.Root key={toast.id} toast={toast} className="rounded-xl border bg-surface p-3 shadow-black/5 shadow-lg">
      <Base.Content className="flex items-start gap-2.5">
        {toast.type === 'error' ? (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        ) : (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
        )}
        <div className="min-w-0 flex-1">
          <Base.Title className="font-medium" />
          <Base.Description className="text-muted text-sm" />
        </div>
        <Base.Close aria-label={commonTexts.close} className="rounded-md p-0.5 text-muted hover:bg-hover">
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
