import { expect, test } from 'vitest';
import { listCitedQueries } from './cited-queries.ts';

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
