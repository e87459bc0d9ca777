import { expect, test } from 'vitest';
import { listCitedQueries, listNamedQueries } from './cited-queries.ts';

const queries = ['q1', 'q12', 'q3', 'q4', 'q5', 'q6'].map((id) => ({
  id,
  title: id === 'q5' ? 'Stops by town' : null,
}));

test('a document cites the queries of its footnotes and charts, by id or title, and no id that only stands in it', () => {
  const text = `Query q3 was long, and q6 too.[^1][^2]

\`\`\`chart
{"query": "q4", "type": "bar"}
\`\`\`

[^1]: Abfrage q12, Jena: “Stops: 4”
[^2]: Query Stops by town, Jena: “Stops: 4”
`;
  expect([...listCitedQueries(text, queries)]).toEqual(['q12', 'q4', 'q5']);
  expect([...listCitedQueries('[^1]: Query q1', queries)]).toEqual(['q1']);
});

test.each([
  '[^1]: q1, Jena: “Stops: 4”',
  '[^1]: Query *q1*, Jena: “Stops: 4”',
  '[^1]: See the result of\n    Query q1, Jena: “Stops: 4”',
])('every spelling of a citation that the check accepts names its query: %s', (note) => {
  expect([...listCitedQueries(`Jena has 4 stops.[^1]\n\n${note}\n`, queries)]).toEqual(['q1']);
});

test('the queries that a document may rest on are all whose id or title stands in it, the surely cited ones first', () => {
  const known = ['a_1', 'b2', 'c3', 'd4'].map((id) => ({
    id,
    title: id === 'c3' ? 'Stops by town' : null,
  }));
  const text = 'Source: a\\_1.\n\nStops *by*\ntown: 4\n\n[^1]: Query b2\n';
  expect(listNamedQueries(text, known).map(({ id }) => id)).toEqual(['b2', 'a_1', 'c3']);
});

test('a definition that repeats the word for a query keeps no copies of its rest', () => {
  const text = `[^1]: ${'Query '.repeat(33_000)}q1`;
  const before = process.memoryUsage().heapUsed;
  expect([...listCitedQueries(text, queries)]).toEqual(['q1']);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6);
});
