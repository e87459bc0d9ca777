/** What a tab of this browser tells the others: they share the session's cookie. */
export type SessionNews = { kind: 'in'; userId: string; tenantId: string } | { kind: 'out' };

const channel = new BroadcastChannel('session');

/** Tells the other tabs who is signed in now, or that nobody is. */
export const tellOtherTabs = (news: SessionNews): void => channel.postMessage(news);

/** Calls `act` for what other tabs tell. */
export function whenOtherTabTells(act: (news: SessionNews) => void): void {
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => act(data);
}
