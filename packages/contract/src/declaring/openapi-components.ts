type Json = Record<string, unknown>;

/** Schema of any text. */
export const text = { type: 'string' };
const header = (description: string, schema: Json = text) => ({ description, schema });
/** A reference to a component of the OpenAPI description. */
export const schemaReference = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });

/** The components, other than schemas, that endpoint descriptions refer to. */
export const openApiComponents = {
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'ecp_session', description: 'Set by sign-up and sign-in' },
    portalToken: { type: 'http', scheme: 'bearer', description: 'svc_portal_ and 32 hexadecimal characters' },
    answerLink: { type: 'http', scheme: 'bearer', description: 'svc_answer_ and 32 hexadecimal characters' },
    apiKey: { type: 'http', scheme: 'bearer', description: 'svc_live_ and 32 hexadecimal characters' },
  },
  headers: {
    RequestId: header('Identifies this request in errors and logs'),
    RateLimit: header('Requests left, and seconds until the window resets: `"api";r=599;t=60`'),
    RateLimitPolicy: header('Requests per window in seconds: `"api";q=600;w=60`'),
    RetryAfter: header('Seconds to wait', { type: 'integer', minimum: 1 }),
    Allow: header('Methods of this path'),
    ETag: header('Changes with the body'),
    Link: header('`<address>; rel="next"` unless this is the last page'),
    IdempotencyReplayed: header('`true` when the first answer to this Idempotency-Key is repeated'),
    Location: header('URL to continue at', { type: 'string', format: 'uri' }),
  },
  parameters: {
    IfNoneMatch: { in: 'header', name: 'If-None-Match', schema: text, description: 'ETag of the caller’s copy' },
    IdempotencyKey: {
      in: 'header',
      name: 'Idempotency-Key',
      schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
      description: 'Chosen by the caller for one request. Repeating it within 24 hours returns the first answer',
    },
    LastEventId: {
      in: 'header',
      name: 'Last-Event-ID',
      schema: { type: 'string', pattern: '^([^:]+:)?\\d{1,15}$' },
      description: 'Id of the last event received, `<run id>:<number>`. The stream continues after it',
    },
  },
};
