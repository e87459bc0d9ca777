/** What a tab of this browser tells the others: they share the session's cookie. */
export type SessionMessage = { kind: 'in'; userId: string; tenantId: string } | { kind: 'out' };

const channel = new BroadcastChannel('session');

/** Tells the other tabs who is signed in now, or that nobody is. */
export const broadcastSession = (message: SessionMessage): void => channel.postMessage(message);

/** Calls `act` for what other tabs tell. */
export function onSessionMessage(act: (message: SessionMessage) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => act(data);
}
