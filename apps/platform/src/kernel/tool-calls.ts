import { AsyncLocalStorage } from 'node:async_hooks';

/** Marks the requests that this process makes itself for a tool. A request of the network never has the mark. */
const toolCalls = new AsyncLocalStorage<true>();

/** Runs a request of `app.inject` that a tool of an assistant makes, so that the token of the assistant opens it. */
export const asToolCall = <T>(inject: () => PromiseLike<T>): Promise<T> =>
  // `inject` begins the request when it is awaited.
  toolCalls.run(true, async () => await inject());

/** Whether the request at work is one of a tool. */
export const isToolCall = (): boolean => toolCalls.getStore() === true;
