/**
 * SQL that holds for the rows `s` of platform.sessions that sign in: the token is the current one, and the session has
 * neither expired nor been unused for 7 days (AUT-21).
 */
export const isValidSession = `(
  s.replaced_at is null and s.expires_at > now() and s.last_used_at > now() - interval '7 days')`;
