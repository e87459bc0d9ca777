/** How an endpoint is called, from its line in generated/operations.ts. */
export interface Operation {
  method: string;
  /** Path with `:name` parameters. */
  path: string;
  /** How input that is not in the path is sent. `text` sends its `payload`. */
  sends: 'query' | 'json' | 'form' | 'text';
  answers: 'json' | 'download' | 'redirect' | 'events';
  /** True if it supports Idempotency-Key. */
  takesKey: boolean;
}

const ways = {
  sends: ['json', 'form', 'text'],
  answers: ['download', 'redirect', 'events'],
} as const;

/** Reads `METHOD path trait…`, for example `POST /api/engagements sends-json takes-key`. */
export function parseOperation(line: string): Operation {
  const [method = '', path = '', ...traits] = line.split(' ');
  return {
    method,
    path,
    sends: ways.sends.find((way) => traits.includes(`sends-${way}`)) ?? 'query',
    answers: ways.answers.find((way) => traits.includes(`answers-${way}`)) ?? 'json',
    takesKey: traits.includes('takes-key'),
  };
}
