/** The reasons why an assistant cannot be connected: `reason` of `assistant_refused`. */
export const assistantRefusals = [
  /** Its id is no https address of a document. */
  'client_id',
  /** The document with its name cannot be fetched. */
  'unreachable',
  /** The document does not describe a client that this service can connect. */
  'document',
  /** It wants the answer at an address that its document does not list. */
  'redirect',
  /** The request itself is not valid: PKCE, response type, resource or scope. */
  'request',
] as const;
export type AssistantRefusal = (typeof assistantRefusals)[number];
