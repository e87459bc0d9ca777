import { createListeners } from '../ui/create-listeners.ts';

/** Time in which a held call can be taken back. */
export const undoMs = 10_000;

/** Makes the call. It handles its own errors. */
type Send = () => Promise<void>;

/** Calls that wait, so that the person may take them back: until they are sent, nothing has happened. */
export interface HeldCalls {
  /** Holds a call back for `undoMs`. */
  hold(id: string, send: Send): void;
  /** Takes a call back. Returns false if it is on its way already. */
  undo(id: string): boolean;
  /** Sends all calls now; resolves when all are answered. */
  sendAll(): Promise<void>;
  /** Forgets all calls without sending them. */
  clear(): void;
  /** Whether a call waits, is on its way, or neither. */
  stateOf(id: string): 'waiting' | 'sending' | null;
  /** The ids of all calls that wait or are on their way, the oldest first. */
  ids(): string[];
  subscribe(listener: () => void): () => void;
}

/** Creates a list of held calls. `onLeave` registers what to do when the person leaves the page. */
export function createHeldCalls(onLeave: (act: () => void) => void): HeldCalls {
  const held = new Map<string, { send: Send; timer: ReturnType<typeof setTimeout>; isSending: boolean }>();
  const { subscribe, notify } = createListeners();
  let followsLeaving = false;
  const release = async (id: string) => {
    const call = held.get(id);
    if (!call || call.isSending) return;
    clearTimeout(call.timer);
    call.isSending = true;
    notify();
    await call.send();
    if (held.get(id) === call) held.delete(id);
    notify();
  };
  const calls: HeldCalls = {
    hold(id, send) {
      const timer = setTimeout(() => void release(id), undoMs);
      held.set(id, { send, timer, isSending: false });
      notify();
      if (!followsLeaving) onLeave(() => void calls.sendAll());
      followsLeaving = true;
    },
    undo(id) {
      const call = held.get(id);
      if (!call || call.isSending) return false;
      clearTimeout(call.timer);
      held.delete(id);
      notify();
      return true;
    },
    async sendAll() {
      await Promise.all([...held.keys()].map(release));
    },
    clear() {
      for (const { timer } of held.values()) clearTimeout(timer);
      held.clear();
      notify();
    },
    stateOf(id) {
      const call = held.get(id);
      return call ? (call.isSending ? 'sending' : 'waiting') : null;
    },
    ids: () => [...held.keys()],
    subscribe,
  };
  return calls;
}

/** The held calls of this tab. A tab that is hidden may never run again, so that it sends them, too. */
export const heldCalls = createHeldCalls((act) => {
  addEventListener('pagehide', act);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && act());
});
