import { Type } from 'typebox';

/** An opaque identifier. */
export const Id = Type.String({ description: 'Opaque identifier' });
/** ISO 8601 in UTC. */
export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });
/** A time in a request: ISO 8601 with an offset. */
export const GivenTime = Type.String({ format: 'date-time', maxLength: 40, description: 'ISO 8601' });
/** A day of the calendar without a time zone. */
export const Day = Type.String({ format: 'date', pattern: '^[12]', maxLength: 10, description: 'YYYY-MM-DD' });
/** US dollars. */
export const Usd = Type.Number({ description: 'US dollars' });

/** Nullable form of a schema. */
export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A string with at least one character that is not white space. */
export const RequiredText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

export const EngagementParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const DeliverableParams = Type.Object({
  id: Type.String({ maxLength: 100 }),
  filename: Type.String({ maxLength: 300 }),
});
/** A query flag: absent, `true` or `false`. */
export const Flag = Type.Optional(Type.Boolean({ default: false }));

/** Body of every error. */
export const ErrorBody = Type.Object(
  {
    error: Type.String(),
    code: Type.String(),
    requestId: Type.String(),
    details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { $id: 'Error' },
);
