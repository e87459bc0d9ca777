import { useBlocker } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { sentences } from '../format/words.ts';
import { translated } from '../language/translate.ts';
import { Button } from './buttons.tsx';
import { classNames } from './class-names.ts';
import { Dialog, DialogActions } from './dialogs/dialog.tsx';
import { FormError } from './fields/fields.tsx';
import { stickToBottom } from './layout/sticky-bar.ts';

/** Prevents the native submit, and reads the named texts of the form. */
export function readForm<const K extends string>(
  event: FormEvent<HTMLFormElement>,
  ...names: K[]
): Record<K, string> {
  event.preventDefault();
  const form = new FormData(event.currentTarget);
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])) as Record<
    K,
    string
  >;
}

/**
 * Focuses the first invalid field, once it is marked, and brings it into view with what is wrong
 * about it.
 */
export function focusFirstProblem(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => {
    const first = form.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-wrong="true"]',
    );
    first?.focus();
    (first?.closest('[data-field]') ?? first)?.scrollIntoView({ block: 'center' });
  });
}

/**
 * Values that a person changes one by one and that are saved at once. An input shows what its
 * component says at the end of the event; the query cache tells its news later, so that a change
 * kept only there would jump back for a moment. `forget` gives up what was chosen, once the saved
 * values tell it or the service has refused it.
 */
export function useChosen<T extends object>(saved: T) {
  const [chosen, setChosen] = useState<Partial<T>>({});
  return {
    shown: { ...saved, ...chosen },
    choose: (change: Partial<T>) => setChosen((before) => ({ ...before, ...change })),
    forget: () => setChosen({}),
  };
}

interface BottomBarProps {
  error: unknown;
  /** Says what the next step is, or what is wrong. */
  remark: string;
  wrong: boolean;
  children: ReactNode;
}

/** The bar at the end of a long form, always in view. */
export function BottomBar({ error, remark, wrong, children }: BottomBarProps) {
  return (
    <div
      ref={stickToBottom}
      className="sticky bottom-0 z-10 -mx-4 flex flex-col gap-3 border-t bg-surface px-4 py-3 md:-mx-8 md:px-8"
    >
      <FormError error={error} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p
          aria-live="polite"
          className={classNames(
            'basis-full text-sm sm:flex-1 sm:basis-40',
            wrong ? 'text-danger' : 'text-muted',
          )}
        >
          {remark}
        </p>
        {children}
      </div>
    </div>
  );
}

interface LeaveGuardProps {
  /** Whether there is unsaved input. Called when the user leaves. */
  isDirty: () => boolean;
  /** Deletes the stored draft. */
  onDiscard: () => void;
  /** Names what cannot be stored. */
  remark?: string | undefined;
}

/**
 * Asks before the user leaves unsaved work: with a dialog within the app, else with the browser's
 * own prompt.
 */
export function LeaveGuard({ isDirty, onDiscard, remark }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isDirty(),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const leave = (discard: boolean) => {
    if (discard) onDiscard();
    blocker.proceed?.();
  };
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={leavePageTexts.title}
      description={sentences([leavePageTexts.advice, remark])}
    >
      <DialogActions>
        <Button kind="quiet" onClick={() => leave(true)}>
          {leavePageTexts.discard}
        </Button>
        <Button onClick={() => leave(false)}>{leavePageTexts.keep}</Button>
        <Button kind="primary" onClick={() => blocker.reset?.()}>
          {leavePageTexts.stay}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function RestoredNotice({ text, onStartOver }: { text: string; onStartOver: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-soft px-3 py-2 text-info"
    >
      <History aria-hidden className="size-4 shrink-0" />
      <span className="min-w-40 flex-1">{text}</span>
      <Button size="small" onClick={onStartOver}>
        {leavePageTexts.startOver}
      </Button>
    </div>
  );
}

const leavePageTexts = translated({
  title: 'Leave this page?',
  advice:
    'Your text is not saved yet. You can keep it as a draft in this browser tab until you come back.',
  stay: 'Keep writing',
  keep: 'Leave and keep draft',
  discard: 'Discard draft',
  startOver: 'Start over',
});
