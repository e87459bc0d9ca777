import type { Endpoint } from '@ecp/contract/declaring/endpoint';
import type { Static, TObject, TSchema } from 'typebox';
import type { Download } from './download.ts';
import type { UploadProgress } from './fetch-with-progress.ts';

/** What every call may be given beside its input. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Longest time of the whole call with its retries; for downloads until their headers are there. */
  timeoutMs?: number;
  /** By default a POST that heeds one gets a random key, the same on each of its retries. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** A browser sends it to its end although its page is left meanwhile. For bodies of less than 64 KB. */
  keepalive?: boolean;
  /** Told how an upload gets on, from the start again on each retry. Browsers only, with the session cookie. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

type NoInput = Record<never, never>;
/** One object; what may be left out may also be undefined, which is never sent. */
type Simplify<T> = T extends unknown ? { [K in keyof T]: NoInput extends Pick<T, K> ? T[K] | undefined : T[K] } : never;
type SchemaInput<S> = NonNullable<S> extends infer D extends TSchema ? Static<D> : unknown;
/** Without the index signature that declarations inherit from `Endpoint`. */
type OwnFields<F> = { [K in keyof F as string extends K ? never : K]: F[K] extends TSchema ? F[K] : never };
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

/** What an endpoint is asked with: its path parameters, query, body and form fields side by side. */
export type InputOf<E extends Endpoint> = unknown extends Merged<E> ? NoInput : Simplify<Merged<E>>;

type Success<R> = R extends { 200: infer A } ? A : R extends { 201: infer A } ? A : null;

/** What an endpoint answers on success: its JSON, null for a redirect, otherwise a download. */
export type AnswerOf<E extends Endpoint> =
  Success<E['responses']> extends infer A
    ? [A] extends [string]
      ? Download
      : A extends TSchema
        ? Static<A>
        : null
    : never;

/** A method of the client; the input may be left out where nothing in it is required. */
export type Method<E extends Endpoint> =
  NoInput extends InputOf<E>
    ? (input?: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>
    : (input: InputOf<E>, options?: CallOptions) => Promise<AnswerOf<E>>;
