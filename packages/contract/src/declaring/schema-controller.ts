import { compileValidator } from './compile-validator.ts';

/**
 * Fastify's option `schemaController`: checks of requests by `compileValidator`, and answers as plain JSON. Plain JSON
 * preserves the order of fields that are not in the schema, and is faster on texts. Tests check answers against their
 * schemas. Given as an option, it also saves a start from loading Fastify's own compilers, 130 files.
 */
export const schemaController = {
  compilersFactory: {
    // Fastify's types of both know Ajv's schemas only.
    buildValidator: (() => compileValidator) as never,
    buildSerializer: (() => () => JSON.stringify) as never,
  },
};
