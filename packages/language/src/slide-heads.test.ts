import { expect, it } from 'vitest';
import { roleOfColumn, topicOfHeading } from './slide-heads.ts';

// DCK-1
it.each([
  ['議案', 'motions'],
  ['署名の前に知っておくこと', 'risks'],
  ['この計画の危険', 'risks'],
  ['確認すること', 'next_steps'],
  ['次にすること', 'next_steps'],
  ['いつまでに決めるか', 'timeline'],
  ['選択肢', 'comparison'],
  ['1号車は稼いでいる', null],
])('knows what stands below a Japanese heading: %s', (heading, topic) => {
  expect(topicOfHeading(heading)).toBe(topic);
});

// DCK-1
it.each([
  ['危険', 'risk'],
  ['起こりやすさ', 'likelihood'],
  ['だれが', 'who'],
  ['いつまでに', 'when'],
  ['確認すること', 'what'],
  ['何を確かめるか', 'what'],
  ['売上高', null],
])('knows what a Japanese column holds: %s', (head, role) => {
  expect(roleOfColumn(head)).toBe(role);
});
