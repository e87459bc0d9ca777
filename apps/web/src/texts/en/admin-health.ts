/** Health of the service, for admins. */
export const healthTexts = {
  title: 'Health',
  description: 'How the service answers right now, and what your workspace does with it.',
  overall: { Healthy: 'Healthy', Degraded: 'Degraded', Down: 'Down' },
  meaning: {
    Healthy: 'All parts answer.',
    Degraded: 'Something does not answer, or answers slowly. What runs goes on; some pages may be slower or refuse.',
    Down: 'The database does not answer. Nothing can be read or started until it is back.',
  },
  refreshed: (time: string, seconds: number) => `Refreshed at ${time}, again every ${seconds} seconds while you look.`,
  stale: {
    title: 'The service cannot be reached',
    advice: (time: string) => `What you see is as of ${time}. This page keeps trying.`,
  },
  parts: { database: 'Database', cache: 'Cache', engine: 'Engine' },
  partMeaning: {
    database: 'Holds everything: engagements, runs, deliverables.',
    cache: 'Shared by several platform processes for limits and quick reads.',
    engine: 'Executes the runs.',
  },
  notConfiguredCache: 'Not needed by one platform process: it keeps limits in its own memory.',
  engineDown: 'Runs cannot be started now. Those under way go on by themselves once it is back.',
  cacheDown: 'Limits are counted by each process apart until it is back.',
  status: { healthy: 'Healthy', degraded: 'Slow', down: 'Down', not_configured: 'Not configured' },
  noLatency: 'no answer',
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
    waiting: 'The line begins with the next look.',
    time: 'Time',
    column: (name: string) => `${name}, ms`,
  },
  forbidden: {
    title: 'This page is for admins',
    advice: (role: string, tenant: string) =>
      `Your role in ${tenant} is ${role}. The health of the service is shown to admins and the owner; ask one of them if something does not work.`,
    team: 'Who is admin?',
  },
} as const;
