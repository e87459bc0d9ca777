import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import type { Static, TObject, TSchema } from 'typebox';
import type { Download } from './download.ts';
import type { UploadProgress } from './fetch-with-progress.ts';

/** Options of every call, in addition to its input. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Limits the time of the call with its retries; of a download, until its headers arrive. */
  timeoutMs?: number;
  /** By default a POST that supports one gets a random key, the same on each of its retries. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Makes a browser finish the request even if its page is left. For bodies of less than 64 KB. */
  keepalive?: boolean;
  /**
   * Called with the progress of an upload, which restarts on each retry. Only in browsers with the
   * session cookie.
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

type NoInput = Record<never, never>;
/** Merges into one object. An optional field may also be undefined, which is never sent. */
type Simplify<T> = T extends unknown
  ? { [K in keyof T]: NoInput extends Pick<T, K> ? T[K] | undefined : T[K] }
  : never;
type SchemaInput<S> = NonNullable<S> extends infer D extends TSchema ? Static<D> : unknown;
/** Removes the index signature that declarations inherit from `Endpoint`. */
type OwnFields<F> = {
  [K in keyof F as string extends K ? never : K]: F[K] extends TSchema ? F[K] : never;
};
type FormInput<M> = M extends { file: infer F extends string; fields: infer Fields }
  ? string extends F
    ? unknown
    : Record<F, File> & Static<TObject<OwnFields<Fields>>>
  : unknown;
type RawInput<E> = E extends { rawBody: true } ? { payload: string } : unknown;
type Merged<E extends Endpoint> = SchemaInput<E['params']> &
  SchemaInput<E['query']> &
  SchemaInput<E['body']> &
  FormInput<E['multipart']> &
  RawInput<E>;

/** The input of an endpoint: its path parameters, query, body and form fields in one object. */
export type InputOf<E extends Endpoint> = unknown extends Merged<E> ? NoInput : Simplify<Merged<E>>;

type Success<R> = R extends { 200: infer A } | { 201: infer A } | { 202: infer A } ? A : null;

/** The success answer of an endpoint: its JSON, null for a redirect, otherwise a download. */
export type AnswerOf<E extends Endpoint> =
  Success<E['responses']> extends infer A
    ? [A] extends [string]
      ? Download
      : A extends TSchema
        ? Static<A>
        : null
    : never;

/** A method of the client. The input may be omitted if nothing in it is required. */
export type Method<E extends Endpoint> =
  NoInput extends InputOf<E>
    ? (input?: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>;
