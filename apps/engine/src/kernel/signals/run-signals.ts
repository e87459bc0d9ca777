import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';

/** Postgres channel on which Stop, Pause and Resume reach every engine process; the payload is a run id. */
export const controlChannel = 'engine_run_control';
/** Postgres channel on which a provider's wish to be left alone reaches every engine process (`pace/`). */
export const throttleChannel = 'engine_provider_pace';

/** News about runs inside this process, and from other processes about Stop, Pause and Resume. */
export interface RunSignals {
  /** Tells waiters in this process that something about the run changed. */
  notify(runId: string): void;
  /** Resolves at the next news about the run, after `timeoutMs`, or when `signal` aborts: look again then. */
  wait(runId: string, timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Called with each run id that another process (or this one) controls. */
  onControl(listener: (runId: string) => void): void;
  /** Called with each message about a provider's pace, this process's own included. */
  onThrottle(listener: (message: string) => void): void;
  close(): Promise<void>;
}

/** Listens on the control channel; a lost connection is opened again, and callers poll meanwhile. */
export async function openRunSignals(url: string, log: Logger): Promise<RunSignals> {
  const news = new EventEmitter().setMaxListeners(0);
  let closed = false;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
    fresh.on('error', (error) => log.warn({ err: error }, 'Lost the connection for run control'));
    fresh.on('end', () => void reconnect());
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === throttleChannel) {
        news.emit('pace', payload ?? '');
        return;
      }
      news.emit('control', payload ?? '');
      news.emit(`run:${payload}`);
    });
    await fresh.connect();
    await fresh.query(`listen ${controlChannel}`);
    await fresh.query(`listen ${throttleChannel}`);
    return fresh;
  }

  async function reconnect(delayMs = 100): Promise<void> {
    if (closed) return;
    await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
    try {
      if (!closed) client = await listen();
    } catch (error) {
      log.warn({ err: error }, 'Cannot listen for run control yet');
      await reconnect(Math.min(delayMs * 2, 5_000));
    }
  }

  return {
    notify: (runId) => void news.emit(`run:${runId}`),
    onControl: (listener) => void news.on('control', listener),
    onThrottle: (listener) => void news.on('pace', listener),
    async wait(runId, timeoutMs, signal) {
      const limit = AbortSignal.timeout(Math.ceil(timeoutMs));
      const either = signal ? AbortSignal.any([signal, limit]) : limit;
      try {
        await once(news, `run:${runId}`, { signal: either });
      } catch (error) {
        if (!either.aborted) throw error;
      }
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}

declare module '../../kernel/engine-services.ts' {
  interface EngineServices {
    signals: RunSignals;
  }
}
