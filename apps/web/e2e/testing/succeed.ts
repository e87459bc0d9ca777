import type { APIRequestContext } from 'playwright-core';

/** Posts in the session of a page. Throws if the request is refused. */
export async function succeed<Answer>(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const response = await request.post(path, { data });
  if (!response.ok()) throw new Error(`${response.status()} ${path}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
