export const adminHealthTexts = {
  title: 'Health',
  description: 'The current health of the service and the activity of your workspace.',
  overall: { Healthy: 'Healthy', Degraded: 'Degraded', Down: 'Down' },
  meaning: {
    Healthy: 'All components respond.',
    Degraded: 'A component is slow or does not respond. Runs continue; some pages may be slow or unavailable.',
    Down: 'The database does not respond. Nothing can be read or started until it is back.',
  },
  refreshed: (time: string, seconds: number) => `Refreshed at ${time}. This page refreshes every ${seconds} seconds.`,
  stale: {
    title: 'The service cannot be reached',
    advice: (time: string) => `This page shows the state at ${time} and keeps trying.`,
  },
  parts: { database: 'Database', cache: 'Cache', engine: 'Engine' },
  partMeaning: {
    database: 'Stores everything: engagements, runs, deliverables.',
    cache: 'Lets several platform processes share rate limits and cached data.',
    engine: 'Executes the runs.',
  },
  notConfiguredCache: 'Not needed by a single platform process, which keeps limits in memory.',
  engineDown: 'Runs cannot be started now. Active runs continue automatically once the engine is back.',
  cacheDown: 'Each process counts limits separately until the cache is back.',
  status: { healthy: 'Healthy', degraded: 'Slow', down: 'Down', not_configured: 'Not configured' },
  noLatency: 'no response',
  tiles: {
    activeRuns: 'Active runs',
    activeNote: 'running or paused now',
    engagements: 'Engagements',
    engagementsNote: 'in your workspace',
    errors: 'Failed runs',
    errorsNote: 'in the last 24 hours',
  },
  chart: {
    title: 'Latency',
    summary: (name: string, latest: string, highest: string) => `${name}: ${latest} now, at most ${highest}.`,
    since: 'Since you opened this page.',
    waiting: 'The chart starts with the next refresh.',
    time: 'Time',
    column: (name: string) => `${name}, ms`,
  },
  forbidden: {
    title: 'This page is for admins',
    advice: (role: string, tenant: string) =>
      `Your role in ${tenant} is ${role}. Only admins and the owner can see the health of the service. Ask one of them if something does not work.`,
    team: 'See who is an admin',
  },
} as const;
