import { Toast as Base } from '@base-ui/react/toast';
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../language/translate.ts';
import { commonTexts } from '../../texts/common.ts';
import { registerToastRenderer } from './show-toast.ts';

export function ToastStack() {
  return (
    <Base.Provider limit={3}>
      <Base.Portal>
        {/* On a phone they lie over the bars at the top, so that they cover no text. */}
        <Base.Viewport
          aria-label={t('Notifications')}
          className="fixed right-4 bottom-[calc(var(--stuck-bottom,0px)+1rem)] left-4 z-50 ml-auto flex max-w-sm flex-col gap-2 max-sm:inset-x-1 max-sm:top-1 max-sm:bottom-auto max-sm:max-w-none print:hidden"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const { toasts, add, close } = Base.useToastManager();
  useEffect(() => registerToastRenderer(add), [add]);
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="rounded-xl border bg-surface p-3 shadow-black/5 shadow-lg"
    >
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
        {toast.actionProps && (
          <Base.Action
            onClickCapture={() => close(toast.id)}
            className="-my-0.5 h-7 shrink-0 rounded-lg border bg-surface px-2 font-medium text-sm hover:bg-hover"
          />
        )}
        <Base.Close
          aria-label={commonTexts.close}
          className="rounded-md p-0.5 text-muted hover:bg-hover"
        >
          <X aria-hidden className="size-4" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
