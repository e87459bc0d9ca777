import type { ServerResponse } from 'node:http';

/** A reader that takes nothing for so long, while something waits for it, is disconnected (FOL-18). */
const stalledLimitMs = 30_000;

/** Disconnects the reader of a response that takes nothing for `stalledMs` milliseconds while something waits for it. */
export function cutStalledReader(response: ServerResponse, stalledMs = stalledLimitMs): void {
  // Node reports a write without progress after two such times (net.Socket, _onTimeout).
  response.setTimeout(stalledMs / 2, () => {
    if (response.writableLength > 0) response.destroy();
  });
}
