import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOver, ofType } from '../../../testing/engine/engine-client.ts';
import { runRequest } from '../../../testing/engine/run-request.ts';
import { startTestEngine, type TestEngine } from '../../../testing/engine/start-test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
});
afterAll(() => engine.close());

describe('a run with the offline model', () => {
  it('executes the task graph and delivers a scored document for each task', async () => {
    const request = runRequest();
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);

    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed', error: null });
    const documents = ofType(events, 'deliverable').filter(({ taskId }) => taskId !== null);
    expect(documents.map(({ taskId }) => taskId).sort()).toEqual(['costs', 'market', 'plan']);
    expect(documents.at(-1)?.taskId).toBe('plan');
    expect(
      ofType(events, 'score')
        .map(({ taskId }) => taskId)
        .sort(),
    ).toEqual(['costs', 'market', 'plan']);
    for (const { score } of ofType(events, 'score')) expect(score).toBeGreaterThan(0);
    const internal = ofType(events, 'deliverable').filter(({ taskId }) => taskId === null);
    expect(internal.map(({ filename }) => filename)).toEqual([
      '_run_report.md',
      '_operations_review.md',
    ]);
    expect(ofType(events, 'library_entry')).toHaveLength(1);
    const [analytics] = ofType(events, 'analytics');
    expect(analytics?.analytics.modelRouting.map(({ selectedModel }) => selectedModel)).toEqual(
      Array(3).fill('local/extractive'),
    );
  });

  // LAN-1, LAN-4, LAN-5
  it('reports in the language of the brief, and tells the kinds of its tasks', async () => {
    const request = runRequest();
    const brief =
      'Wie kann die Rösterei bis 2028 ihre Marge auf 40 % heben? Der Umsatz lag 2025 bei 1,9 Mio. Euro.';
    const tasks = [
      {
        id: 'a',
        name: 'Marktanalyse',
        description: 'Den regionalen Markt für Kaffee untersuchen.',
      },
      {
        id: 'b',
        name: 'Preisstrategie',
        description: 'Preise für Cafés und Haushalte.',
        dependsOn: ['a'],
      },
    ];
    await engine.startRun({ ...request, engagement: { ...request.engagement, brief }, tasks });
    const events = await engine.eventsUntil(request.runId, isOver);
    const reports = ofType(events, 'deliverable').filter(({ taskId }) => taskId === null);
    expect(reports[0]?.content).toMatch(
      /^# Ausführungsbericht: .*\n\n\*\*2 Aufgaben abgeschlossen\.\*\*/,
    );
    expect(reports[0]?.content).toMatch(/\n## Belege\n\n- Marktanalyse: .*\bZitate? /);
    expect(reports[1]?.content).toMatch(/^# Betriebsauswertung: /);
    expect(ofType(events, 'score').map(({ rubricType }) => rubricType)).toEqual([
      'analysis',
      'strategy',
    ]);
    expect(ofType(events, 'library_entry')[0]?.title).toMatch(
      /: 2 Aufgaben \(Analyse, Strategie\), /,
    );
  });

  it('searches the sources before it drafts, and logs the query', async () => {
    const text = 'Green coffee rose to 7.84 dollars per kilogram.\n\nRoasting takes 12 minutes.';
    const request = runRequest({
      sources: [{ id: 'src', title: 'costs.md', location: null, text }],
    });
    await engine.startRun(request);
    const events = await engine.eventsUntil(request.runId, isOver);
    expect(events.at(-1)).toMatchObject({ type: 'status', status: 'completed', error: null });
    const searches = ofType(events, 'log').filter(({ message }) =>
      message.includes(' searched the sources for "'),
    );
    expect(searches.length).toBeGreaterThanOrEqual(3);
    const keys = await engine.asSuperuser<{ call_key: string }>(
      `select call_key from engine.model_calls where run_id = $1 and purpose = 'draft' order by call_key`,
      [request.runId],
    );
    const turns = ['costs', 'market', 'plan'].flatMap((task) => [
      `${task}/draft`,
      `${task}/draft:turn2`,
    ]);
    expect(keys.map(({ call_key: key }) => key)).toEqual(turns);
  });
});
