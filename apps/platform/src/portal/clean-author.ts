/** A client's name as given, on one line; `(client)` behind it in reviews tells it from the team's. */
export function cleanAuthor(given: string): string {
  return given.replaceAll(/\s+/g, ' ').trim();
}
