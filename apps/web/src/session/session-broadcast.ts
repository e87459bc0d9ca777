/** A message to the other tabs of this browser, which share the session's cookie. */
export type SessionMessage = { kind: 'in'; userId: string; tenantId: string } | { kind: 'out' };

const channel = new BroadcastChannel('session');

/** Tells the other tabs who is signed in, or that nobody is. */
export const broadcastSession = (message: SessionMessage): void => channel.postMessage(message);

/** Calls `act` for messages of other tabs. */
export function onSessionMessage(act: (message: SessionMessage) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => act(data);
}
