/** The state of saving a draft. */
export type DraftStatus = 'unchanged' | 'waiting' | 'saving' | 'saved' | 'failed';

interface DraftSaverOptions {
  /** Returns the text as it is now. */
  read: () => string;
  /** Saves a text; rejects if it could not be saved. */
  save: (content: string) => Promise<void>;
  onStatus: (status: DraftStatus) => void;
}

/** Saves the draft of a text while it is typed. */
export interface DraftSaver {
  /** Tells that the text has changed. */
  touch(): void;
  /** Saves at once what is not saved yet. */
  flush(): Promise<void>;
  /** Whether something is not saved yet. */
  isDirty(): boolean;
  /** Saves nothing more, since the text is a version now or was discarded. Resolves when no request is under way. */
  stop(): Promise<void>;
}

const waitMs = 1_500;
const retryMs = 5_000;

/**
 * Creates a saver with one request at a time: it saves a moment after the first change, then again while there are
 * changes, and tries again after a failure (EDI-4).
 */
export function createDraftSaver({ read, save, onStatus }: DraftSaverOptions): DraftSaver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  let isStopped = false;
  let running: Promise<void> | null = null;
  const plan = (afterMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void start(), afterMs);
  };
  const send = async () => {
    isDirty = false;
    onStatus('saving');
    try {
      await save(read());
      onStatus(isDirty ? 'waiting' : 'saved');
      if (isDirty && !isStopped) plan(waitMs);
    } catch {
      // The text stays on the page, and the status tells that it is not saved.
      isDirty = true;
      onStatus('failed');
      if (!isStopped) plan(retryMs);
    }
    running = null;
  };
  const start = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (isStopped || !isDirty) return running ?? Promise.resolve();
    running ??= send();
    return running;
  };
  return {
    touch() {
      if (isStopped) return;
      if (!isDirty && running === null) onStatus('waiting');
      isDirty = true;
      if (timer === undefined && running === null) plan(waitMs);
    },
    flush: start,
    isDirty: () => isDirty || running !== null,
    async stop() {
      isStopped = true;
      isDirty = false;
      clearTimeout(timer);
      await running;
    },
  };
}
