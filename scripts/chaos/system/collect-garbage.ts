import { once } from 'node:events';

/** Longest time in which a debugger answers. */
const limitMs = 30_000;

/**
 * Lets a Node process collect its garbage and give the memory back, as Node's debugger does when asked. `debuggerPort` is
 * the one of the process's `--inspect`. Throws if the debugger does not answer in time.
 */
export async function collectGarbage(debuggerPort: number): Promise<void> {
  const inTime = { signal: AbortSignal.timeout(limitMs) };
  const response = await fetch(`http://127.0.0.1:${debuggerPort}/json/list`, inTime);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error(`The debugger on port ${debuggerPort} names no process`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open', inTime);
  const answered = once(socket, 'message', inTime);
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  await answered;
  const closed = once(socket, 'close', inTime);
  socket.close();
  await closed;
}
