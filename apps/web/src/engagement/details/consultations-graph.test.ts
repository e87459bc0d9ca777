import { expect, test } from 'vitest';
import { agentSize, layOutConsultations } from './consultations-graph.tsx';

const asked = (from: string, to: string) => ({ from, to, count: 1, cost: 0.01, reused: 0 });

test('agents do not overlap, and every question has a line with room for its label', () => {
  const plan = layOutConsultations([
    asked('a', 'c'),
    asked('b', 'c'),
    asked('c', 'd'),
    asked('d', 'a'),
  ]);
  expect(plan.agents.map(({ slug }) => slug)).toEqual(['a', 'c', 'b', 'd']);
  for (const [index, one] of plan.agents.entries()) {
    expect(one.at.x).toBeGreaterThanOrEqual(0);
    expect(one.at.x + agentSize.width).toBeLessThanOrEqual(plan.width);
    for (const other of plan.agents.slice(index + 1)) {
      const apartX = Math.abs(one.at.x - other.at.x) >= agentSize.width;
      const apartY = Math.abs(one.at.y - other.at.y) >= agentSize.height;
      expect(apartX || apartY, `${one.slug} and ${other.slug}`).toBe(true);
    }
  }
  expect(new Set(plan.questions.map(({ labelAt }) => JSON.stringify(labelAt))).size).toBe(4);
  for (const { points } of plan.questions) expect(points.length).toBeGreaterThanOrEqual(2);
});
