import { useEffect, useState } from 'react';
import { formatDuration } from '../../format/format.ts';

interface ElapsedTimeProps {
  startedAt: string;
  /** Null while the work continues. */
  endedAt: string | null;
  /** Not counted. */
  pausedMs?: number;
}

/** Shows how long something takes or took. Only this text re-renders every second. */
export function ElapsedTime({ startedAt, endedAt, pausedMs = 0 }: ElapsedTimeProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (endedAt !== null) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [endedAt]);
  const untilMs = endedAt === null ? nowMs : Date.parse(endedAt);
  return <time className="figures">{formatDuration(untilMs - Date.parse(startedAt) - pausedMs)}</time>;
}
